/** Which card is being looked at closely, and from where. */

const SOON = 380; // a pointer that rests so long wants to know
const PRESS = 420; // so does a finger

class Detail {
  name: string | null = $state(null);
  near: DOMRect | null = $state.raw(null);
  /** Opened by a finger: it stays until the next tap. */
  pinned = $state(false);
  /** Whether the card lies in a sheet over the page: then so must the close look. */
  inSheet = $state(false);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private pressed = false;

  show(name: string, from: Element, pinned = false): void {
    clearTimeout(this.timer);
    this.near = from.getBoundingClientRect();
    this.inSheet = from.closest('dialog') !== null;
    this.name = name;
    this.pinned = pinned;
  }

  hide(): void {
    clearTimeout(this.timer);
    this.name = null;
    this.pinned = false;
  }

  /** The pointer has come to rest on a card. */
  rest(name: string, from: Element): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(name, from), this.name ? 60 : SOON);
  }

  leave(): void {
    if (!this.pinned) this.hide();
  }

  /** A finger is put on a card: if it stays, the card is shown, and lifting it chooses nothing. */
  press(name: string | null, from: Element): void {
    this.pressed = false;
    clearTimeout(this.timer);
    if (name === null) return;
    this.timer = setTimeout(() => {
      this.pressed = true;
      this.show(name, from, true);
    }, PRESS);
  }

  lift(): void {
    if (!this.pressed) clearTimeout(this.timer);
  }

  /** Whether the click that comes now ends such a press. */
  wasPress(): boolean {
    const was = this.pressed;
    this.pressed = false;
    return was;
  }
}

export const detail = new Detail();
