#include "agent/mcp/tool_names.hpp"

#include "toolkit/system/hash.hpp"
#include "toolkit/text/characters.hpp"

#include <map>
#include <string_view>

namespace agent::mcp {

using namespace toolkit;

namespace {

// Of a character beyond ASCII, its first byte stands for all.
std::string with_plain_letters(std::string_view name)
{
    std::string plain;
    for (const char letter : name) {
        const bool continues = (static_cast<unsigned char>(letter) & 0xC0U) == 0x80U;
        const bool is_plain = text::is_letter_or_digit(letter) || letter == '_' || letter == '-';
        if (is_plain || !continues)
            plain += is_plain ? letter : '_';
    }
    return plain;
}

std::string with_hash(const std::string& plain, const std::string& server, const std::string& tool)
{
    constexpr std::size_t digits = 8;
    const std::string hash = system::sha256(server + '\0' + tool).substr(0, digits);
    return plain.substr(0, max_tool_name - digits - 1) + "_" + hash;
}

std::map<std::string, int> counted(const std::vector<std::string>& names)
{
    std::map<std::string, int> counts;
    for (const auto& name : names)
        ++counts[name];
    return counts;
}

}

std::vector<std::string> names_for_model(const std::string& server,
    const std::vector<std::string>& tools, const std::set<std::string>& taken)
{
    std::vector<std::string> names;
    for (const auto& tool : tools) {
        const std::string plain = with_plain_letters(tool);
        const bool is_ambiguous = server.ends_with('_') || plain.starts_with('_');
        const std::string name = server + "__" + plain;
        names.push_back(is_ambiguous || name.size() > max_tool_name || taken.contains(name)
                ? with_hash(name, server, tool)
                : name);
    }
    // Twice: a tool can have the name that another one only gets by its hash.
    for (int round = 0; round < 2; ++round) {
        const auto counts = counted(names);
        for (std::size_t index = 0; index < names.size(); ++index)
            if (names[index] == server + "__" + with_plain_letters(tools[index])
                && counts.at(names[index]) > 1)
                names[index] = with_hash(names[index], server, tools[index]);
    }
    std::set<std::string> given = taken;
    for (auto& name : names)
        if (!given.insert(name).second)
            name.clear();
    return names;
}

}
