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
# alphabets that people have on their keyboards, small capitals, and the scripts whose letters are Latin
# capitals to the eye.
DRAWN_AS = {
    "A": "АΑᎪꓮᗅᗩ", "a": "аɑα", "B": "ВΒᏴꓐᗷ", "b": "вЬьʙᏏ", "C": "СᏟꓚᑕ", "c": "сᴄ", "D": "Ꭰꓓᗞᗪ", "d": "ԁᏧᑯ",
    "E": "ЕΕᎬꓰᗴ", "e": "еᴇ", "F": "ꓝᖴ", "G": "ᏀᏳꓖ", "g": "ցɡ", "H": "НΗᎻꓧᕼ", "h": "нһհʜᏂ", "J": "ЈᎫꓙᒍ",
    "j": "јȷ", "K": "КΚᏦꓗ", "k": "кκᴋ", "L": "ᏞꓡᒪⅬ", "l": "ӏІΙӀіιıɪᎥꓲ", "M": "МΜᎷꓟᗰ", "m": "мᴍ", "N": "Νꓠ",
    "n": "пηոɴ", "O": "ОΟՕꓳᗝ", "o": "оοօσᴏ0", "P": "РΡᏢꓑᑭ", "p": "рρᴘ", "q": "ԛ", "R": "ᎡᏒꓣᖇ",
    "S": "ЅՏᏚꓢ", "s": "ѕꜱ", "T": "ТΤᎢꓔ", "t": "тτᴛ", "U": "Սꓴᑌ", "u": "υսᴜ", "V": "ᏙꓦᐯⅤ", "v": "νᴠ",
    "W": "ᎳᏔꓪ", "w": "ԝᴡ", "X": "ХΧꓫ᙭", "x": "хχ", "Y": "УΥҮᎩᎽꓬ", "y": "уγүʏ", "Z": "ΖᏃꓜ", "z": "ᴢ",
    ":": "꞉∶ː׃։⁚˸ꓽ",
}  # fmt: skip
LATIN = {ord(letter): latin for latin, letters in DRAWN_AS.items() for letter in letters}
STROKES = str.maketrans("i1|", "lll")  # a large i is a stroke as they are


def check_name(name: str) -> str:
    """A name as it will be shown, or a Refusal that says what a name is."""
    name = normalize("NFC", " ".join(name.split()))
    if not is_plain(name) or len(name) > MOST_LETTERS or not _is_seen(name) or _is_program(name):
        raise BAD_NAME.refuse(most=MOST_LETTERS)
    return name


def skeleton(name: str) -> str:
    """What a name looks like: the same for names that can be taken for each other."""
    letters = normalize("NFKC", INVISIBLE.sub("", name)).translate(LATIN)
    return normalize("NFKC", letters.casefold().translate(LATIN).casefold()).translate(STROKES)


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
