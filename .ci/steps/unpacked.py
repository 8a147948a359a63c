"""Downloads a Python package and unzips it into a new folder, with the rights of its programs. Nothing of it is run.

    python3 -I unpacked.py <package>==<version> <folder>
"""

import pathlib
import subprocess
import sys
import tempfile
import zipfile


def main(requirement, to):
    pip = [sys.executable, "-I", "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-cache-dir"]
    with tempfile.TemporaryDirectory() as folder:
        quiet = ["--disable-pip-version-check", "--quiet", "--no-input", "--dest", folder]
        subprocess.run([*pip, *quiet, requirement], check=True)
        with zipfile.ZipFile(next(pathlib.Path(folder).glob("*.whl"))) as package:
            for file in package.infolist():
                pathlib.Path(package.extract(file, to)).chmod(file.external_attr >> 16 & 0o777 | 0o644)


main(*sys.argv[1:])
