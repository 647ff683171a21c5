"""Step 1c, reader: the texts in a mail, as sites send hands and people save them."""

from __future__ import annotations

import html
import quopri
import re
from typing import TYPE_CHECKING

from histparse.system import late

if TYPE_CHECKING:
    from email.message import EmailMessage

HEAD_LINES = re.compile(
    rb"(?:From [^\n]*\n)?"
    rb"(?:Return-Path|Received|Delivered-To|Message-I[Dd]|From|To|Date|Subject|MIME-Version|Content-[\w-]+|X-[\w-]+)"
    rb":[^\n]*\n(?:[ \t][^\n]*\n|[\w-]+:[^\n]*\n){2}"
)
"""How a mail begins, with plain line ends."""
FOLDED = re.compile(rb"=(?:20)?\n")
_BREAKS = re.compile(r"(?i)<br\s*/?>|</(?:p|div|tr|pre)>")
_TAGS = re.compile(r"<style[^<]*+</style>|<[^<>]{1,1000}>")


def texts_in_mail(mail: bytes) -> list[bytes]:
    """The texts of a mail in their order, attached ones too; a web page only where there is no plain text.

    They are in UTF-8, but for one whose letters are of an unknown encoding. The only one has blank lines for those of
    the head, so that its lines have the numbers that they have in the file, as far as none is folded.
    """
    plain = mail.replace(b"\r\n", b"\n")
    if not HEAD_LINES.match(plain):
        return [quopri.decodestring(plain)]
    message = late.email.message_from_bytes(plain, policy=late.policy.default)
    parts = [part for part in message.walk() if not part.is_multipart()]
    for kind in ("text/plain", "text/html"):
        if of_kind := [part for part in parts if part.get_content_type() == kind]:
            texts = [_decode_part_to_utf8(part) for part in of_kind]
            if message.is_multipart():
                return texts
            return [b"\n" * plain.partition(b"\n\n")[0].count(b"\n") + b"\n\n" + texts[0]]
    return []


def _decode_part_to_utf8(part: EmailMessage) -> bytes:
    payload = part.get_payload(decode=True)
    content = payload if isinstance(payload, bytes) else b""  # no part of it has parts of its own
    try:
        text = content.decode(part.get_content_charset("utf-8"))
    except (LookupError, UnicodeDecodeError):
        return content
    if part.get_content_type() == "text/html":
        text = html.unescape(_TAGS.sub("", _BREAKS.sub("\n", text)))
    return text.encode("utf-8", "replace")
