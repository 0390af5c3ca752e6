#!/usr/bin/env python3
"""Lets a shared library run with an older glibc: tools/lower_glibc.py LIBRARY VERSION SYMBOL...

Debian 12's libstdc++ wants glibc 2.36, for one function that the program can bring along. For each version of glibc
above VERSION that the library asks for, this checks that only the SYMBOLs are meant, and asks for one that glibc has
always had instead. The loader then takes these symbols from the program, which it searches first.
"""
import re
import struct
import sys

SHT_DYNSYM, SHT_GNU_VERNEED, SHT_GNU_VERSYM = 11, 0x6FFFFFFE, 0x6FFFFFFF


class Library:
    """The sections of a 64-bit little-endian ELF file that symbol versions are in."""

    def __init__(self, path):
        self.path = path
        with open(path, "rb") as file:
            self.data = bytearray(file.read())
        if self.data[:6] != b"\x7fELF\x02\x01":
            sys.exit(f"{path}: no 64-bit little-endian ELF file")
        (offset,) = struct.unpack_from("<Q", self.data, 0x28)
        size, count = struct.unpack_from("<HH", self.data, 0x3A)
        # type, offset, size, number of the linked section
        self.sections = []
        for i in range(count):
            _, kind, _, _, where, length, link = struct.unpack_from("<IIQQQQI", self.data, offset + i * size)
            self.sections.append((kind, where, length, link))

    def section(self, wanted):
        for kind, where, length, link in self.sections:
            if kind == wanted:
                return where, length, self.sections[link][1] if kind != SHT_GNU_VERSYM else None
        sys.exit(f"{self.path}: has no section of type {wanted:#x}")

    def text(self, position):
        return self.data[position : self.data.index(0, position)].decode()

    def needed_versions(self):
        """Each version of each library that is asked for: its library, name, number and place in the file."""
        where, _, strings = self.section(SHT_GNU_VERNEED)
        while True:
            _, count, library, first, following = struct.unpack_from("<HHIII", self.data, where)
            entry = where + first
            for _ in range(count):
                _, _, number, name, further = struct.unpack_from("<IHHII", self.data, entry)
                yield self.text(strings + library), self.text(strings + name), number, entry
                entry += further
            if following == 0:
                return
            where += following

    def symbols_of(self, number):
        """The names of the symbols that are asked for in that version."""
        symbols, length, strings = self.section(SHT_DYNSYM)
        versions, _, _ = self.section(SHT_GNU_VERSYM)
        names = set()
        for i in range(length // 24):
            (version,) = struct.unpack_from("<H", self.data, versions + 2 * i)
            if version & 0x7FFF == number:
                (name,) = struct.unpack_from("<I", self.data, symbols + 24 * i)
                names.add(self.text(strings + name))
        return names


def numbers(version):
    return [int(part) for part in re.findall(r"\d+", version)]


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__.splitlines()[0])
    path, highest, allowed = sys.argv[1], numbers(sys.argv[2]), set(sys.argv[3:])
    library = Library(path)
    entries = [entry for entry in library.needed_versions() if entry[0] == "libc.so.6"]
    oldest = min((entry for entry in entries if entry[1].startswith("GLIBC_2")), key=lambda entry: numbers(entry[1]))
    for _, version, number, place in entries:
        if not version.startswith("GLIBC_2") or numbers(version) <= highest:
            continue
        others = library.symbols_of(number) - allowed
        if others:
            sys.exit(f"{path}: needs {version} for {', '.join(sorted(others))}, which the program does not bring along")
        for offset in (0, 8):  # the hash of the name, and the name
            word = library.data[oldest[3] + offset : oldest[3] + offset + 4]
            library.data[place + offset : place + offset + 4] = word
    with open(path, "r+b") as file:
        file.write(library.data)


if __name__ == "__main__":
    main()
