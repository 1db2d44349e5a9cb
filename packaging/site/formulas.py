# SPDX-License-Identifier: GPL-3.0-or-later
"""Typesets the formulas of `carom help theory` as MathML. A part of a line that is not a formula stays text."""
import html, re

GREEK = {name: sign for name, sign in zip(
    "alpha beta gamma delta zeta theta kappa lambda mu nu pi rho sigma tau phi omega Psi".split(), "αβγδζθκλμνπρστφωΨ")}
FUNCTIONS = "sqrt exp ln log sin cos tan asin acos atan asinh acosh atanh min max Gamma sum".split()
TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?(?:e[-+]?\d+)?)|([A-Za-z]+(?:_\w+|\d+)?)|(<=|>=|\+-|[-+*/^()=,<>~|.]))")


class NotAFormula(Exception):
    pass


def tag(name, *parts):
    return f"<{name}>{''.join(parts)}</{name}>"


class Parser:
    def __init__(self, text):
        self.tokens, at = [], 0
        while text[at:].strip():
            found = TOKEN.match(text, at)
            if not found:
                raise NotAFormula
            self.tokens.append(found.groups())
            at = found.end()
        self.at = self.depth = 0

    def sign(self, *wanted):
        if self.at < len(self.tokens) and self.tokens[self.at][2] in wanted:
            self.at += 1
            return self.tokens[self.at - 1][2]
        return None

    def relation(self):
        made = [self.sum()]
        while sign := self.sign("=", "<", ">", "<=", ">=", "~", ","):
            shown = {"<=": "≤", ">=": "≥", "<": "&lt;", ">": "&gt;", "~": "∼"}.get(sign, sign)
            made += [tag("mo", shown), self.sum()]
        return "".join(made)

    def sum(self):
        made = []
        if sign := self.sign("-", "+"):
            made.append(tag("mo", "−" if sign == "-" else sign))
        made.append(self.product())
        while sign := self.sign("+", "-", "+-"):
            made += [tag("mo", {"-": "−", "+-": "±"}.get(sign, sign)), self.product()]
        return tag("mrow", *made)

    def product(self):
        made = self.chain()
        while self.sign("/"):  # with a slash in parentheses and roots: without a mathematical font they do not grow
            made = (tag("mrow", made, tag("mo", "/"), self.chain()) if self.depth
                    else tag("mfrac", strip(made), strip(self.chain())))
        return made

    def chain(self):
        """Factors side by side, as in 2 sqrt(pi) v."""
        made = [self.power()]
        while self.at < len(self.tokens):
            number, name, sign = self.tokens[self.at]
            if sign in ("*", "."):
                self.at += 1
                made += [tag("mo", "·"), self.power()]
            elif number or name or sign == "(":
                made += ["<mspace width='0.17em'/>", self.power()]
            else:
                break
        return tag("mrow", *made) if len(made) > 1 else made[0]

    def power(self):
        base = self.atom()
        if self.sign("^"):
            minus = tag("mo", "−") if self.sign("-") else ""
            base = tag("msup", base, tag("mrow", minus, strip(self.atom())))
        return base

    def atom(self):
        if self.at >= len(self.tokens):
            raise NotAFormula
        number, name, sign = self.tokens[self.at]
        self.at += 1
        if number:
            return tag("mn", number)
        if sign in ("(", "|"):
            self.depth += 1
            inner = self.relation()
            self.depth -= 1
            if not self.sign({"(": ")", "|": "|"}[sign]):
                raise NotAFormula
            return tag("mrow", tag("mo", sign), inner, tag("mo", {"(": ")", "|": "|"}[sign]))
        if not name:
            raise NotAFormula
        if name in FUNCTIONS:
            argument = self.power() if name != "sum" else ""
            return tag("msqrt", strip(argument)) if name == "sqrt" else tag(
                "mrow", tag("mo", "Σ") if name == "sum" else tag("mi", "Γ" if name == "Gamma" else name), "<mo>&#8289;</mo>", argument)
        letter, below = re.match(r"([A-Za-z]+?)(?:_(\w+)|(\d+))?$", name).group(1, 2) if "_" in name else (
            re.match(r"([A-Za-z]+)(\d*)", name).group(1, 2))
        if len(letter) > 2 and letter not in GREEK:  # a word
            raise NotAFormula
        shown = tag("mi", "ω" if name == "w0" else GREEK.get(letter, letter))
        return tag("msub", shown, tag("mi", GREEK.get(below, below))) if below else shown


def strip(made):
    """Without the outer parentheses, for fractions and roots."""
    found = re.fullmatch(r"<mrow><mo>\(</mo>(.*)<mo>\)</mo></mrow>", made)
    return tag("mrow", found[1]) if found and found[1].count("<mo>(</mo>") == found[1].count("<mo>)</mo>") else made


def formula(text):
    """MathML of a text, or None."""
    try:
        parser = Parser(text)
        made = parser.relation()
        if parser.at < len(parser.tokens) or not re.search(r"[=^/]|sqrt", text):
            return None
        return f'<math displaystyle="true">{made}</math>'
    except NotAFormula:
        return None


def symbols(text):
    """Signs, powers and indices in running text, which is HTML already."""
    text = re.sub(r"\bsqrt\(", "√(", text)
    text = re.sub(r"\b(" + "|".join(GREEK) + r")(?=\b|_|\d)", lambda found: GREEK[found[1]], text)
    text = re.sub(r"\^\(([^()]*)\)|\^(-?\w+)", lambda found: f"<sup>{found[1] or found[2]}</sup>", text)
    text = re.sub(r"\b([A-Za-z]|[α-ωΨ])_(\w+)", r"<i>\1</i><sub>\2</sub>", text)
    text = re.sub(r"\b([wmrv])([0-9])\b", r"<i>\1</i><sub>\2</sub>", text)
    return text.replace("<i>w</i><sub>0", "<i>ω</i><sub>0").replace("+-", "±").replace("&lt;=", "≤").replace("&gt;=", "≥")


def lines(block):
    """Indented lines: columns are separated by two blanks; each is a formula or text."""
    made = []
    for line in block:
        parts = [part for part in re.split(r"  +|(?<=[^,]), (?=[a-z]\w* =)", line.strip()) if part]
        cells = [formula(part.rstrip(",;")) or f"<span>{symbols(html.escape(part))}</span>" for part in parts]
        made.append(f"<div>{' '.join(cells)}</div>")
    return f"<div class=formulas tabindex=0>{''.join(made)}</div>"
