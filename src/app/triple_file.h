// Triples that a user names on the command line: a file, a pipe or standard input.
#pragma once

#include <gntp/engine.h>

#include <filesystem>
#include <string>
#include <vector>

#include "kb/knowledge_base.h"
#include "kb/reader.h"

namespace gntp {

// What messages call it: `<stdin>` for `-`.
std::filesystem::path shown_path(const std::string& file);

// As `read_triples` does; `-` is standard input, and what has no extension, such as a pipe, is TSV.
// RDF is read as the data of the engine were: with their base, their language, with literals or
// without. What is passed over is told.
void read_triple_file(const std::string& file, const Engine& engine, const TripleSink& sink,
                      BadLines& bad, TripleNames names, const Observer& observer,
                      const SideSinks& side = {});

// Adds the facts of a file to those that an engine is to know, with labels that RDF has for new
// entities, or to those that it is to forget. Throws Error with file:line, and for a file without
// any.
void read_added(const std::string& file, const Engine& engine, FactChanges& changes, BadLines& bad,
                const Observer& observer);
void read_removed(const std::string& file, const Engine& engine, FactChanges& changes,
                  BadLines& bad, const Observer& observer);
// Adds the labels of a file, id TAB name.
void read_added_labels(const std::string& file, FactChanges& changes, BadLines& bad);

}  // namespace gntp
