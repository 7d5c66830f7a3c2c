#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace agent::skills {

// A Markdown file that begins with fields of YAML between two lines of ---.
struct FrontMatter {
    std::map<std::string, std::string>
        fields; // one line each with whitespace folded; a list as "[a, b]"; mappings are left out
    std::string body; // stripped; lines end with LF

    // Returns the value of a field; empty if it is missing.
    std::string field(const std::string& name) const;
};

// Parses the fields as YAML. Like other agents, accepts fields that are invalid only because a
// value lacks quotes, such as "description: Use it when: …". A file that does not begin with ---
// has no fields. Invisible characters are removed. Throws BAD_REQUEST if the text is not UTF-8, or
// the fields are not closed or not a YAML mapping.
FrontMatter read_front_matter(std::string_view text);

// Returns at most `most` characters of a line, with an ellipsis if there are more.
std::string cut_to(std::string_view line, std::size_t most);

}
