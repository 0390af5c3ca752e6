"""Builds the Python package: what `pip install .` and `./run wheel` call (PEP 517), with nothing but the standard
library, CMake and the Debian packages that tools/setup.sh names.

With GNTP_BUNDLE=1 the wheel brings the shared libraries along that the module needs, so that it works where they are
not installed; that takes patchelf.
"""

import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
SUMMARY = "Learns readable rules and vectors from facts, predicts missing ones and proves its answers"
# What every Linux has: glibc's own libraries.
SYSTEM_LIBRARIES = re.compile(r"^(libc|libm|libdl|librt|libpthread|ld-linux-x86-64)\.so")


def version():
    text = (ROOT / "include/gntp/version.h").read_text(encoding="utf-8")
    return re.search(r'GNTP_VERSION "([^"]+)"', text)[1]


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    return write_metadata(pathlib.Path(metadata_directory)).name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    subprocess.run([ROOT / "tools/setup.sh", "python"], check=True)
    folder = ROOT / "build/wheel"
    jobs = os.environ.get("JOBS", str(os.cpu_count() or 2))
    subprocess.run(
        ["cmake", "-S", ROOT, "--preset", "package", "-B", folder, f"-DGNTP_PYTHON_EXECUTABLE={sys.executable}"],
        check=True)
    subprocess.run(["cmake", "--build", folder, "--target", "python_package", "-j", jobs], check=True)
    staged = folder / "package"
    shutil.rmtree(staged, ignore_errors=True)
    package = staged / "gntp"
    shutil.copytree(folder / "python/gntp", package, ignore=shutil.ignore_patterns("__pycache__"))
    presets = package / "share/gntp/presets"
    presets.mkdir(parents=True)
    for file in sorted((ROOT / "presets").iterdir()):
        shutil.copy(file, presets)
    (module,) = package.glob("_core*.so")
    subprocess.run(["strip", "--strip-unneeded", module], check=True)
    plugin = folder / "libgntp_cuda.so"  # for GPUs, where nvcc has built it
    if plugin.exists():
        subprocess.run(["strip", "--strip-unneeded", shutil.copy(plugin, package)], check=True)
    if os.environ.get("GNTP_BUNDLE") == "1":
        bundle_libraries(module, package / "lib")
    add_metadata(staged)
    name = f"gntp-{version()}-{tag()}.whl"
    pack(staged, pathlib.Path(wheel_directory) / name)
    return name


def build_sdist(sdist_directory, config_settings=None):
    name = f"gntp-{version()}"
    files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True).stdout
    path = pathlib.Path(sdist_directory) / f"{name}.tar.gz"
    with tarfile.open(path, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for file in filter(None, files.decode().split("\0")):
            archive.add(ROOT / file, f"{name}/{file}")
        info = ROOT / "build" / "PKG-INFO"
        info.parent.mkdir(exist_ok=True)
        info.write_text(metadata(), encoding="utf-8")
        archive.add(info, f"{name}/PKG-INFO")
    return path.name


def tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}-{platform}"


def bundle_libraries(module, folder):
    """Copies the shared libraries that the module needs and lets it find them there."""
    if shutil.which("patchelf") is None:
        raise SystemExit("GNTP_BUNDLE=1 needs patchelf; install it (apt-get install patchelf)")
    folder.mkdir()
    listed = subprocess.run(["ldd", module], check=True, capture_output=True, text=True).stdout
    for name, path in re.findall(r"^\s*(\S+) => (/\S+)", listed, re.MULTILINE):
        if not SYSTEM_LIBRARIES.match(name):
            copy = folder / name
            shutil.copy(path, copy)
            copy.chmod(0o755)
            subprocess.run(["patchelf", "--set-rpath", "$ORIGIN", copy], check=True)
    subprocess.run(["patchelf", "--set-rpath", "$ORIGIN/lib", module], check=True)


def metadata():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    return (f"Metadata-Version: 2.1\nName: gntp\nVersion: {version()}\nSummary: {SUMMARY}\nRequires-Python: >=3.9\n"
            "Provides-Extra: tables\nRequires-Dist: numpy; extra == 'tables'\n"
            "Requires-Dist: pandas; extra == 'tables'\nProvides-Extra: progress\n"
            f"Requires-Dist: tqdm; extra == 'progress'\nDescription-Content-Type: text/markdown\n\n{readme}")


def write_metadata(folder):
    info = folder / f"gntp-{version()}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(metadata(), encoding="utf-8")
    (info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: gntp\nRoot-Is-Purelib: false\nTag: {tag()}\n",
                                encoding="utf-8")
    shutil.copy(ROOT / "LICENSE", info)
    return info


def add_metadata(staged):
    info = write_metadata(staged)
    rows = []
    for file in sorted(path for path in staged.rglob("*") if path.is_file()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(file.read_bytes()).digest()).rstrip(b"=").decode()
        rows.append(f"{file.relative_to(staged)},sha256={digest},{file.stat().st_size}\n")
    rows.append(f"{info.name}/RECORD,,\n")
    (info / "RECORD").write_text("".join(rows), encoding="utf-8")


def pack(staged, path):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(path for path in staged.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(str(file.relative_to(staged)), (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100755 if os.access(file, os.X_OK) else 0o100644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, file.read_bytes())


if __name__ == "__main__":
    target = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/wheels")
    target.mkdir(parents=True, exist_ok=True)
    print(target / build_wheel(target))
