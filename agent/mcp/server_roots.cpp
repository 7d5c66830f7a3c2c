#include "agent/mcp/server_roots.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/percent_encoding.hpp"
#include "toolkit/text/text.hpp"

namespace agent::mcp {

static std::string encoded_path(const std::string& path)
{
    std::string encoded;
    for (const char letter : path) {
        if (text::is_letter_or_digit(letter) || text::is_one_of(letter, "-._~/"))
            encoded += letter;
        else
            encoded += text::percent_encoded(letter);
    }
    return encoded;
}

Json roots_of(const ServerEntry& entry, const std::string& workspace)
{
    Json roots = Json::array();
    const std::vector<std::string> preset
        = entry.url.empty() ? std::vector<std::string> {workspace} : std::vector<std::string>();
    for (const auto& path : entry.roots.value_or(preset))
        roots.push_back({{"uri", "file://" + encoded_path(path)},
            {"name", text::printable(path.substr(path.rfind('/') + 1))}});
    return roots.empty() ? Json() : roots;
}

}
