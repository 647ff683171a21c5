"""Step 8, report: a chart's SVG as part of a page - with the page's colours and ids of its own."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from histparse.report.charts import style

SVG = "http://www.w3.org/2000/svg"
LINK = "http://www.w3.org/1999/xlink"
HEATS = {style.heat(step / style.STEPS): 100 * step // style.STEPS for step in range(style.STEPS + 1)}
"""Colours between the background and the player's, by the percentage of the player's."""
LEFT_OUT = {f"{{{SVG}}}metadata", f"{{{SVG}}}style"}
JOINED = {"stroke-linejoin": "round", "stroke-linecap": "butt"}
"""What the style that is left out says of all elements."""
COLOUR = re.compile(r"#[0-9a-f]{6}\b")
FONT = re.compile(r"'DejaVu Sans'")
FONT_SHORTHAND = re.compile(r"(?P<style>italic |oblique )?(?P<weight>bold |\d+ )?(?P<size>[\d.]+px) (?P<family>.*)")
"""`bold 11px 'DejaVu Sans'`, which is no attribute of SVG."""
REFERENCE = re.compile(r"(^#|url\(#)")
"""References to an id: at the beginning of a link, or within a style."""


def inline(svg: bytes, name: str) -> str:
    """The drawing as an element of a page, with `name` prefixed to all ids. Text stays escaped.

    Styles become attributes, so that the policy of the page need not allow any.
    """
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", LINK)
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own drawing
    for element in root.iter():
        _style_as_attributes(element)
        _prefix_ids(element, name)
        _page_colours(element)
    for parent in list(root.iter()):
        for child in [one for one in parent if one.tag in LEFT_OUT]:
            parent.remove(child)
    root.attrib |= JOINED
    for size in ("width", "height"):
        del root.attrib[size]
    root.attrib |= {"role": "img", "aria-labelledby": f"{name}-caption"}
    return ElementTree.tostring(root, encoding="unicode")


def _style_as_attributes(element: Element) -> None:
    for declared in filter(None, map(str.strip, element.attrib.pop("style", "").split(";"))):
        name, value = map(str.strip, declared.split(":", 1))
        element.attrib |= _font(value) if name == "font" else {name: value}


def _font(value: str) -> dict[str, str]:
    found = FONT_SHORTHAND.fullmatch(value)
    return {f"font-{name}": word.strip() for name, word in found.groupdict().items() if word} if found else {}


def _prefix_ids(element: Element, name: str) -> None:
    if "id" in element.attrib:
        element.set("id", f"{name}-{element.get('id')}")
    for key, value in element.attrib.items():
        if key == f"{{{LINK}}}href" or "url(#" in value:
            element.set(key, REFERENCE.sub(rf"\1{name}-", value))


def _page_colours(element: Element) -> None:
    for key in ("font-family", "fill", "stroke"):
        if key in element.attrib:
            coloured = COLOUR.sub(lambda colour: _colour(colour[0]), element.attrib[key])
            element.set(key, FONT.sub("var(--font)", coloured))


def _colour(colour: str) -> str:
    if colour in style.NAMED:
        return f"var(--{style.NAMED[colour]})"
    if colour in HEATS:
        return f"color-mix(in srgb, var(--own) {HEATS[colour]}%, var(--paper))"
    return colour
