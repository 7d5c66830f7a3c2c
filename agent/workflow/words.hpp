#pragma once

#include "agent/workflow/template.hpp"
#include "agent/workflow/yaml.hpp"

#include <vector>

namespace agent::workflow {

// Splits the text form of `exec` into words like a POSIX shell, before templates are filled in.
// Each word is a node with its place. {{ … }} is always a part of one word. Anything for which a
// shell does more than splitting (variables, globs, pipes, a second command, a comment, an
// assignment before the command) is a problem whose hint names `shell`; no words are returned then.
std::vector<YamlNode> words_of(const YamlNode& scalar, Problems& problems);

}
