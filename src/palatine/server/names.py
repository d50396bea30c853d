"""What somebody may be called, and which names look alike.

Names are told apart by eye.  So a name consists of what can be seen, and two count as the same where they
are drawn the same: wide or narrow, large or small, with Cyrillic or Greek letters in place of Latin ones.
"""

from __future__ import annotations

import re
from itertools import pairwise
from unicodedata import category, normalize

from palatine.core.errors import is_plain
from palatine.server.errors import BAD_NAME

MOST_LETTERS = 30
MOST_MARKS = 3  # on one letter: as many as a script needs
NAMELESS = "Guest"
PROGRAM = "bot:"  # how the name of a program begins

# Printable for Python though nothing is drawn: letters that Unicode lets be ignored, and two blanks.
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U0001d159\U000e0100-\U000e01ef]"
)
AS_PICTURE = "\ufe0f"  # may follow a symbol: so phones write ❤️

# Letters, after NFKC, that are drawn as a Latin one: of Unicode's thousands (confusables.txt) those of
# alphabets that people have on their keyboards, and small capitals.
DRAWN_AS = {
    "A": "АΑ", "a": "аɑα", "B": "ВΒ", "b": "вЬьʙ", "C": "С", "c": "сᴄ", "d": "ԁ", "E": "ЕΕ", "e": "еᴇ",
    "g": "ցɡ", "H": "НΗ", "h": "нһհʜ", "I": "ІΙӀ", "i": "іιıɪ", "J": "Ј", "j": "јȷ", "K": "КΚ", "k": "кκᴋ",
    "l": "ӏ1|", "M": "МΜ", "m": "мᴍ", "N": "Ν", "n": "пηոɴ", "O": "ОΟՕ", "o": "оοօσᴏ0", "P": "РΡ", "p": "рρᴘ",
    "q": "ԛ", "S": "ЅՏ", "s": "ѕꜱ", "T": "ТΤ", "t": "тτᴛ", "U": "Ս", "u": "υսᴜ", "v": "νᴠ", "w": "ԝᴡ",
    "X": "ХΧ", "x": "хχ", "Y": "УΥҮ", "y": "уγүʏ", "Z": "Ζ", "z": "ᴢ", ":": "꞉∶ː׃։⁚",
}  # fmt: skip
LATIN = {ord(letter): latin for latin, letters in DRAWN_AS.items() for letter in letters}
LARGE_I = re.compile("(?<=[a-z])I")  # one that stands for an l


def check_name(name: str) -> str:
    """A name as it will be shown, or a Refusal that says what a name is."""
    name = normalize("NFC", " ".join(name.split()))
    if not is_plain(name) or len(name) > MOST_LETTERS or not _is_seen(name) or _is_program(name):
        raise BAD_NAME.refuse(most=MOST_LETTERS)
    return name


def skeleton(name: str) -> str:
    """What a name looks like: the same for names that can be taken for each other."""
    letters = normalize("NFKC", INVISIBLE.sub("", name)).translate(LATIN)
    return normalize("NFKC", LARGE_I.sub("l", letters).casefold())


def _is_program(name: str) -> bool:
    """Whether a name could be taken for that of a program, with marks on its letters or without."""
    bare = "".join(letter for letter in normalize("NFKD", name) if not category(letter).startswith("M"))
    return skeleton(bare).replace(" ", "").startswith(PROGRAM)


def _is_seen(name: str) -> bool:
    """Whether every letter can be seen, and every mark has a letter to stand on."""
    room = 0  # for marks, where we are
    for before, letter in pairwise(f" {name}"):
        if letter == AS_PICTURE and category(before) == "So":
            continue
        if INVISIBLE.match(letter):
            return False
        if category(letter).startswith("M"):
            room -= 1
            if room < 0:
                return False
        else:
            room = 0 if letter == " " else MOST_MARKS
    return True
