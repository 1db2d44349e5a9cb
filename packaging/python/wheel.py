#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the Python wheel: the module, the program with the libraries that it needs, experiments and gnuplot scripts.
usage: wheel.py PROGRAM VERSION FOLDER: the program, which finds libraries beside it, and the folder of the wheel"""
import base64
import hashlib
import json
import platform
import re
import subprocess
import sys
import zipfile
from pathlib import Path

SYSTEM = re.compile(r"(ld-linux.*|linux-vdso|lib(c|m|pthread|dl|rt|gcc_s))\.so")  # part of every Linux


def libraries(program):
    """Return the libraries that are not part of the system, with the names by which the loader finds them."""
    lines = subprocess.run(["ldd", program], check=True, capture_output=True, text=True).stdout
    found = re.findall(r"(\S+) => (/\S+)", lines)
    return {name: Path(path).read_bytes() for name, path in found if not SYSTEM.match(name)}


def tag(binaries):
    """Return the platform: the oldest glibc that has all symbols."""
    versions = [int(v) for binary in binaries for v in re.findall(rb"GLIBC_2\.(\d+)", binary)]
    machine = platform.machine()
    return f"manylinux_2_{max(versions)}_{machine}" if versions else f"linux_{machine}"


def main(program, version, folder):
    here, root = Path(__file__).parent, Path(__file__).parents[2]
    columns = subprocess.run([program, "list", "columns", "--json"], check=True, capture_output=True).stdout
    binaries = {"carom/_carom": Path(program).read_bytes()}
    binaries.update({f"carom/{name}": data for name, data in libraries(program).items()})
    name, system = f"carom-{version}", tag(binaries.values())
    texts = {"carom/__init__.py": (here / "carom/__init__.py").read_bytes(),
             "carom/_version.py": f'__version__ = "{version}"\n'.encode(),
             "carom/share/columns.json": json.dumps(json.loads(columns)).encode()}
    for file in sorted([*root.glob("plots/**/*.gp"), *root.glob("experiments/*/*.yaml"), *root.glob("experiments/*/*.tsv")]):
        texts[f"carom/share/{file.relative_to(root)}"] = file.read_bytes()
    texts[f"{name}.dist-info/LICENSE"] = (root / "LICENSE").read_bytes()
    texts[f"{name}.dist-info/METADATA"] = (
        f"Metadata-Version: 2.1\nName: carom\nVersion: {version}\n"
        "Summary: One billiard scenario through interchangeable collision solvers\n"
        "License: GPL-3.0-or-later\nRequires-Python: >=3.8\nRequires-Dist: numpy\n\n"
        "Contains GSL (GPL) and libyaml (MIT) of the system that built it.\n").encode()
    texts[f"{name}.dist-info/WHEEL"] = (
        f"Wheel-Version: 1.0\nGenerator: carom\nRoot-Is-Purelib: false\nTag: py3-none-{system}\n").encode()
    files = {**texts, **binaries}
    record = f"{name}.dist-info/RECORD"
    files[record] = "".join(
        [f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')},{len(data)}\n"
         for path, data in files.items()] + [f"{record},,\n"]).encode()
    wheel = Path(folder) / f"{name}-py3-none-{system}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():  # with a fixed date, so that equal files make equal wheels
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            # of a regular file: pip makes only these executable
            entry.external_attr = (0o100755 if path in binaries else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    print(wheel)


main(*sys.argv[1:])
