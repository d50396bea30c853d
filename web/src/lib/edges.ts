/** A box that scrolls tells by `data-above` and `data-below` where more of it lies beyond its edge. */

import type { Attachment } from 'svelte/attachments';

export const edges: Attachment<HTMLElement> = (node) => {
  const look = () => {
    node.toggleAttribute('data-above', node.scrollTop > 1);
    node.toggleAttribute('data-below', node.scrollTop + node.clientHeight < node.scrollHeight - 1);
  };
  const sizes = new ResizeObserver(look);
  const children = new MutationObserver(watch);
  function watch() {
    sizes.disconnect();
    for (const one of [node, ...node.children]) sizes.observe(one); // which looks at once
  }
  watch();
  children.observe(node, { childList: true });
  node.addEventListener('scroll', look, { passive: true });
  return () => {
    sizes.disconnect();
    children.disconnect();
    node.removeEventListener('scroll', look);
  };
};
