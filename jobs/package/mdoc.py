"""Formats text for mdoc(7): escapes it, and writes one sentence per line, at most 78 bytes long."""

import re
import textwrap


def escaped(text):
    """Escapes text, so that roff reads no requests in it, and option dashes can be copied."""
    text = text.replace("\\", r"\e").replace("\N{HORIZONTAL ELLIPSIS}", "...")
    text = re.sub(r"(?<![\w-])(--?)(?=\w)", lambda dashes: r"\-" * len(dashes[1]), text)
    text = "".join(c if ord(c) < 128 else f"\\[u{ord(c):04X}]" for c in text)
    return re.sub(r"^([.'])", r"\\&\1", text)


def argument(text):
    """Escapes and quotes text as one argument of a macro."""
    text = escaped(text).replace('"', r"\(dq")
    # Escape words that mdoc would read as a macro or a delimiter.
    if re.fullmatch(r"[A-Z%][a-z0-9]|[.,:;|()\[\]?!]", text):
        text = r"\&" + text
    return f'"{text}"' if " " in text else text


def phrase(text):
    """Formats the one-line description in NAME: lowercase, without a full stop."""
    text = text.rstrip(".")
    return escaped(text[0].lower() + text[1:])


def sentences(text):
    """Wraps text, with each sentence on its own line."""
    text = " ".join(text.split())
    lines = []
    for sentence in re.split(r"(?<=[.?!])\s+(?=[A-Z\"'(`-])|(?<=[.?!])\s+(?=[a-z])", text):
        for line in textwrap.wrap(
                sentence, 70, break_long_words=False, break_on_hyphens=False):
            lines.append(escaped(line))
    return lines


def paragraphs(texts):
    lines = []
    for text in texts:
        lines += ([".Pp"] if lines else []) + sentences(text)
    return lines


def literal(lines):
    """Formats lines as a literal display, escaped."""
    return [".Bd -literal -offset indent", *[escaped(line) for line in lines], ".Ed"]


def examples(lines):
    """Commands in groups; a line that begins with # describes the commands below it."""
    text, commands = [], []

    def flush():
        if commands:
            text.extend(literal(commands))
            commands.clear()

    for line in lines:
        if line.strip().startswith("# "):
            flush()
            meaning = line.strip()[2:]
            text.extend([".Pp"] if text else [])
            text.extend(sentences(meaning[0].upper() + meaning[1:] + ":"))
        elif line.strip():
            commands.append(line.removeprefix("  "))
    flush()
    return text


def flag(one, name=None):
    """Formats an option with its value, for example `Fl -config Ar file`."""
    name = name or one["preferredName"]
    dashes = {"long": "-", "longWithSingleDash": "", "short": ""}[name["kind"]]
    text = f"Fl {dashes}{name['name']}".replace("-", r"\-")
    if one["kind"] == "option":
        text += f" Ar {argument(one['valueName'])}"
    return text
