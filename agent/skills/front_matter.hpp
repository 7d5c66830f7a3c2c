#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace agent::skills {

// A Markdown file that begins with fields of YAML between two lines of ---.
struct FrontMatter {
    std::map<std::string, std::string>
        fields; // one line each, whitespace folded; of a list "[a, b]"; of a mapping nothing
    std::string body; // stripped; lines end with LF

    // The value of a field, or an empty text.
    std::string field(const std::string& name) const;
};

// Reads the fields as YAML. Fields that are not YAML only because a value has no quotes, such as
// "description: Use it when: …", are read as if it had them, as other agents do. A file that does
// not begin with --- has no fields. Characters that a reader does not see are left out. Throws
// BAD_REQUEST if it is not UTF-8, if the fields have no end, or if they are not a mapping of YAML.
FrontMatter read_front_matter(std::string_view text);

// Returns at most `most` characters of a line, with an ellipsis if there are more.
std::string cut_to(std::string_view line, std::size_t most);

}
