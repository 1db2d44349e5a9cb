#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the web site of carom from its help, READMEs, worksheets, headers and figures. Every text comes from there; this program
adds navigation, typeset formulas, search and live pages. It needs Python and cmark-gfm.
usage: site.py CAROM OUTPUT: the program, and the folder of the site, which is replaced"""
import html, json, os, re, shutil, subprocess, sys
from pathlib import Path

import formulas

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
CAROM, OUT = sys.argv[1], Path(sys.argv[2])
SECTIONS = [("index.html", "carom"), ("tutorial.html", "Tutorial"), ("experiments/index.html", "Experiments"),
            ("evidence.html", "How true is it?"), ("manual/index.html", "Manual"), ("theory.html", "Theory"),
            ("glossary.html", "Glossary"), ("api/index.html", "C library"), ("downloads.html", "Download")]
index = []  # of the search: [address, title, text]


def carom(*arguments):
    return subprocess.run([CAROM, *arguments], check=True, capture_output=True, text=True, cwd=ROOT).stdout


def markdown(text):
    """HTML of GitHub's Markdown. Raw HTML in the text is omitted."""
    body = subprocess.run(["cmark-gfm", "-e", "table", "-e", "autolink"], input=text, check=True, capture_output=True, text=True).stdout
    return body.replace("<pre>", "<pre tabindex=0>").replace("<table>", "<div class=table tabindex=0><table>").replace("</table>", "</table></div>")


def plain(body):
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<(style|script|math).*?</\1>|<[^>]*>", " ", body, flags=re.S))).strip()


def slug(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def write(address, title, body, section, description=""):
    """Writes a page; links in it are relative to its own folder."""
    up = "../" * address.count("/")
    links = "".join(f'<a href="{up}{to}"{" aria-current=page" if to == section else ""}>{name}</a>' for to, name in SECTIONS)
    page = (HERE / "page.html").read_text()
    for key, value in dict(UP=up, TITLE=html.escape(title), LINKS=links, BODY=body, VERSION=VERSION,
                           DESCRIPTION=html.escape(description or plain(body)[:150])).items():
        page = page.replace(f"@{key}@", value)
    path = OUT / address
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page)
    index.append([address, title, plain(body)[:4000]])


# ---- help ----

def prose(text):
    """Escapes a text and marks commands: 'carom help terms' becomes code."""
    text = html.escape(text, quote=False)
    return re.sub(r"'(carom [^']*)'|`([^`]*)`", lambda found: f"<code>{found[1] or found[2]}</code>", text)


def topic(text, typeset=False):
    """HTML of a help topic: headings, paragraphs, and indented lines as they are or, in the theory, as formulas."""
    made, lines = [], []

    def flush():
        while lines:
            indented = lines[0].startswith("  ")
            block = [lines.pop(0)]
            while lines and lines[0].startswith("  ") == indented:
                block.append(lines.pop(0))
            if not indented:
                text_of = prose(" ".join(block))
                made.append(f"<p>{formulas.symbols(text_of) if typeset else text_of}</p>")
            elif typeset:
                made.append(formulas.lines(block))
            else:
                made.append(f"<pre tabindex=0>{html.escape(chr(10).join(line[2:] for line in block))}</pre>")
    for line in text.splitlines():
        if line.startswith("## "):
            flush()
            made.append(f'<h2 id="{slug(line[3:])}">{prose(line[3:4].upper() + line[4:])}</h2>')
        elif line.strip():
            lines.append(line)
        else:
            flush()
    flush()
    return "\n".join(made)


def help_text(name):
    return (ROOT / f"src/cli/help/topics/{name}.txt").read_text()


def glossary():
    rows = [re.match(r"(\S.*?)  +(.*)", line) for line in help_text("terms").splitlines()]
    terms = "".join(f'<dt id="{slug(row[1])}">{prose(row[1])}</dt><dd>{prose(row[2])}</dd>' for row in rows if row)
    return f"<h1>Glossary</h1><dl class=terms>{terms}</dl>"


def workflow():
    """Writes the workflow that the help of checks shows as a file. @return a link to it"""
    lines = help_text("checks").split("## in continuous integration")[1].splitlines()
    (OUT / "check-records.yml").write_text("".join(line[2:] + "\n" for line in lines if line.startswith("  ")))
    return '<p><a href="../check-records.yml">check-records.yml</a></p>'


def manual():
    text = carom("help")
    commands = re.findall(r"^  carom (\w+) \S* ? *(\S.*)$", text.split("topics;")[0], re.M)
    topics = re.findall(r"^  (\w+) {2,}(\S.*)$", text.split("topics;")[1].split("environment:")[0], re.M)
    shown = {"tutorial": "../tutorial.html", "terms": "../glossary.html", "theory": "../theory.html"}
    lists = {"Commands": [(f"{name}.html", f"carom {name}", what) for name, what in commands],
             "Topics": [(shown.get(name, f"topic-{name}.html"), name, what) for name, what in topics]}
    body = "<h1>Manual</h1>" + "".join(
        f"<h2>{title}</h2><dl class=list>" + "".join(f'<dt><a href="{to}">{name}</a></dt><dd>{prose(what)}</dd>' for to, name, what in rows)
        + "</dl>" for title, rows in lists.items())
    write("manual/index.html", "Manual", body, "manual/index.html")
    for name, what in commands:
        write(f"manual/{name}.html", f"carom {name}", f"<h1>carom {name}</h1><p>{prose(what)}</p>"
              f"<pre tabindex=0>{html.escape(carom('help', name))}</pre>", "manual/index.html")
    for name, what in topics:
        if name not in shown:
            write(f"manual/topic-{name}.html", f"Help: {name}", f"<h1>{name.capitalize()}</h1><p class=lead>{prose(what)}</p>"
                  + topic(carom("help", name)) + (workflow() if name == "checks" else ""), "manual/index.html")


# ---- experiments ----

EXPERIMENTS = sorted(path.parent.name for path in (ROOT / "experiments").glob("*/experiment.yaml"))


def readme(name, text):
    """A README as HTML: links to experiments become pages, figures come from figures/."""
    body = markdown(text)
    body = re.sub(r'src="([^"/]+\.png)"', rf'class=figure loading=lazy src="../figures/{name}/\1"', body)
    body = re.sub(r'href="(?:\.\./)?(\d\d-[a-z-]+)/?(?:README\.md)?"', r'href="\1.html"', body)
    body = body.replace('href="evidence.md"', 'href="../evidence.html"').replace('href="README.md"', 'href="27-measured.html"')
    return re.sub(r'<a href="(?!http|#|\.\./|\d\d-)[^"]*">(.*?)</a>', r"\1", body)


def live(name):
    """Writes the page of a scenario, unless its solvers do not run in a browser. @return its address"""
    made = subprocess.run([CAROM, "lab", name, "-o", str(OUT / f"live/{name}.html"), "-q"], cwd=ROOT, capture_output=True)
    return f"../live/{name}.html" if made.returncode == 0 else None


def frame(address, title):
    """A live page that starts when the reader asks for it; without scripts the link opens it."""
    return (f'<p class=live><a class=button href="{address}" data-frame="{html.escape(title)}">Run it in this page</a> '
            f'<a href="{address}">Open it alone</a></p>')


def experiments():
    (OUT / "live").mkdir(parents=True)
    cards = []
    for name in EXPERIMENTS:
        folder, text = ROOT / "experiments" / name, (ROOT / "experiments" / name / "README.md").read_text()
        title = re.match(r"# (.*)", text)[1]
        figures = sorted(folder.glob("*.png"))
        (OUT / "figures" / name).mkdir(parents=True)
        for figure in figures:
            shutil.copy(figure, OUT / "figures" / name)
        address = live(name)
        body = readme(name, text)
        if address:
            body = body.replace("</h1>", "</h1>" + frame(address, title), 1)
        sheet = folder / "exercise.md"
        if sheet.exists():
            body += f"<h2 id=worksheet>Worksheet</h2><div class=sheet>{readme(name, sheet.read_text())}</div>"
        write(f"experiments/{name}.html", title, body, "experiments/index.html")
        first = re.search(r"!\[[^]]*\]\(([^)]*)\)", text)
        picture = f'<img src="../figures/{name}/{first[1]}" alt="" loading=lazy>' if first else ""
        cards.append(f'<a class=card href="{name}.html">{picture}<b>{html.escape(title.split(":")[0])}</b>'
                     f'<span>{html.escape(title.split(":", 1)[-1].strip())}</span></a>')
    write("experiments/index.html", "Experiments", "<h1>Experiments</h1><p>Each page has a question, the prediction of theory, the result and "
          f"the scene itself to play with.</p><div class=cards>{''.join(cards)}</div>", "experiments/index.html")


# ---- C library ----

def header(path):
    """Public declarations of a header, each below its comment."""
    text, made = path.read_text(), []
    about = re.search(r"/\*\* @file\n(.*?)\*/", text, re.S)
    lead = re.sub(r"\n? \* ?", " ", about[1]).strip() if about else ""
    for found in re.finditer(r"^/\*\*(?! @file)(.*?)\*/\n(?=\S)", text, re.S | re.M):
        comment, rest = found[1], text[found.end():]
        first, near = rest.split("\n", 1)[0], rest.split("\n\n", 1)[0]
        if rest.startswith("#define"):
            declaration = re.match(r"(?:[^\n]*\\\n)*[^\n]*", rest)[0]
        elif re.match(r"[^;{]*;", near) or "}" in first:  # a prototype, or a short enum
            declaration = re.match(r"[^;]*;?", rest)[0] if "}" not in first else first
        else:  # a struct, an enum or an inline function up to its end; or a macro that makes one
            declaration = (re.match(r".*?^\}[^\n]*", rest, re.S | re.M) or [first])[0] if "{" in near else first
        words = re.sub(r"\n *\* ?", "\n", comment).strip()
        words = re.sub(r"@(param|return)\b", r"<br><i>\1</i>", html.escape(words, quote=False))
        words = re.sub(r"@p (\w+)", r"<code>\1</code>", words)
        name = re.search(r"(carom_\w+)\s*\(|}\s*(carom_\w+)|(?:struct|enum|define)\s+(\w+)", declaration)
        key = next((each for each in name.groups() if each), "") if name else ""
        made.append(f'<section{f" id={key}" if key else ""}><pre tabindex=0>{html.escape(declaration)}</pre><p>{words}</p></section>')
    return lead, "\n".join(made)


def library():
    rows = []
    for path in sorted((ROOT / "include/carom").glob("*.h")):
        lead, body = header(path)
        title = f"<carom/{path.name}>"
        write(f"api/{path.stem}.html", title, f"<h1>{html.escape(title)}</h1><p class=lead>{prose(lead)}</p>{body}", "api/index.html")
        rows.append(f'<dt><a href="{path.stem}.html">{path.name}</a></dt><dd>{prose(lead.split(". ")[0])}</dd>')
    write("api/index.html", "C library", f"<h1>C library</h1>{topic(help_text('library'))}<h2>Headers</h2><dl class=list>{''.join(rows)}</dl>",
          "api/index.html")


# ---- front page, downloads ----

def picture(name, figure):
    """A figure with the question of its experiment, as a link."""
    text = (ROOT / f"experiments/{name}/README.md").read_text()
    alt = re.search(rf"!\[([^]]*)\]\({figure}\.png\)", text)[1]
    question = re.search(r"\*\*Question\.\*\* (.*?)\n\n", text, re.S)[1]
    return (f'<a href="experiments/{name}.html"><img class=figure src="figures/{name}/{figure}.png" alt="{html.escape(alt)}">'
            f"<div><b>{html.escape(text[2:text.index(':')])}</b>{markdown(question)}</div></a>")


def front():
    text = (ROOT / "README.md").read_text()
    lead, alt, film, caption = re.search(r"# carom\n\n(.*?)\n\n!\[(.*?)\]\((.*?)\)\n\n(.*?)\n\n", text, re.S).groups()
    shutil.copy(ROOT / film, OUT / "figures")
    body = ("<h1>Springs or impulses? One break, several collision solvers</h1>"
            f"{markdown(lead)}<p><a class=button href=\"live/04-break.html?play\">Play the break</a> "
            f'<a href="experiments/index.html">all {len(EXPERIMENTS)} experiments</a></p>'
            f'<img class=film src="figures/{Path(film).name}" alt="{html.escape(alt)}">{markdown(caption)}'
            "<pre tabindex=0>make demo     # builds carom, runs the break\nbuild/carom compare 01-head-on</pre>"
            f'<div class=pictures>{picture("11-chaos", "controls")}{picture("17-counting-collisions", "newton")}'
            f'{picture("21-throw", "throw")}</div>')
    write("index.html", "carom: collisions by springs and by impulses", body, "index.html")


def downloads():
    text = (ROOT / "README.md").read_text()
    install = re.search(r"(carom builds on Debian.*?)\n\n", text, re.S)[1]
    (OUT / "files").mkdir()
    files = sorted(path for pattern in (f"carom-{carom('--version').split()[1]}-*.whl", "lab.html")
                   for path in (ROOT / "build").glob(pattern))
    for path in files:
        shutil.copy(path, OUT / "files")
    rows = "".join(f'<li><a href="files/{path.name}">{path.name}</a>, {path.stat().st_size / 1e6:.1f} MB</li>' for path in files)
    changes = markdown(re.sub(r"^# .*?(?=^## )", "", (ROOT / "CHANGELOG.md").read_text(), flags=re.S | re.M))
    write("downloads.html", "Download", f"<h1>Download</h1><ul>{rows}</ul>"
          f"<pre tabindex=0>make demo\nmake check</pre>{markdown(install)}{changes}", "downloads.html")


def broken():
    """Links and pictures of the site without a file, or without the part of a page that they name."""
    made = []
    for page in OUT.rglob("*.html"):
        if page.parent.name != "live":
            for address in re.findall(r'(?:href|src)="([^"]+)"', page.read_text()):
                to, _, part = address.partition("#")
                if not re.match(r"https?:|data:|mailto:", address):
                    target = page.parent / to.partition("?")[0] if to else page
                    if not target.is_file() or (part and f'id="{part}"' not in target.read_text() and f"id={part}" not in target.read_text()):
                        made.append(f"{page.relative_to(OUT)}: {address}")
    return made


VERSION = html.escape(carom("--version").splitlines()[0])
if OUT.exists():
    shutil.rmtree(OUT)
OUT.mkdir(parents=True)
for name in ("style.css", "site.js"):
    shutil.copy(HERE / name, OUT)
experiments()
write("tutorial.html", "Tutorial", "<h1>Tutorial</h1>" + topic(help_text("tutorial")), "tutorial.html")
write("theory.html", "Theory", "<h1>Theory</h1>" + topic(help_text("theory"), typeset=True), "theory.html")
write("glossary.html", "Glossary", glossary(), "glossary.html")
evidence = (ROOT / "experiments/27-measured/evidence.md").read_text()
write("evidence.html", "How true is it?", readme("27-measured", evidence).replace('href="27-measured.html">README.md', 'href="experiments/27-measured.html">experiment 27'),
      "evidence.html")
manual()
library()
front()
downloads()
(OUT / "search.js").write_text(f"const pages = {json.dumps(index, ensure_ascii=False)};\n")
(OUT / ".nojekyll").write_text("")
lost = broken()
if lost:
    sys.exit("site: links without a target:\n" + "\n".join(lost))
print(f"{OUT}: {len(index)} pages, {sum(path.stat().st_size for path in OUT.rglob('*') if path.is_file()) / 1e6:.1f} MB: open index.html")
