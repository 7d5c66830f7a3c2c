#pragma once

#include "agent/workflow/template.hpp"
#include "agent/workflow/yaml.hpp"

#include <vector>

namespace agent::workflow {

// The words of the text form of `exec`, as a POSIX shell splits it before anything is filled in,
// each a text of its own with its place. {{ … }} is a part of a word, whatever is in it. What a
// shell would do more than splitting (variables, globs, pipes, a second command, a comment, an
// assignment before the command) is a problem whose hint names `shell`; then no words come back.
std::vector<YamlNode> words_of(const YamlNode& scalar, Problems& problems);

}
