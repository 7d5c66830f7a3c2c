#include "agent/mcp/server_roots.hpp"

#include "toolkit/text/text.hpp"

#include <string_view>

namespace agent::mcp {

static std::string encoded_path(const std::string& path)
{
    static constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyz"
                                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    static constexpr std::string_view digits = "0123456789ABCDEF";
    std::string encoded;
    for (const char letter : path) {
        const auto byte = static_cast<unsigned char>(letter);
        if (plain.find(letter) != std::string_view::npos)
            encoded += letter;
        else
            encoded += {'%', digits[byte >> 4U], digits[byte & 15U]};
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
