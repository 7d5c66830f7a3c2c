#include "runner/generate/roff.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace runner::generate {

// Escapes characters that roff would treat as a command or replace by another character.
static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> escapes {{
    {"\\", "\\e"},
    {"-", "\\-"},
    {"'", "\\(aq"},
    {"`", "\\(ga"},
    {"^", "\\(ha"},
    {"~", "\\(ti"},
    {"\"", "\\(dq"},
    {"…", "..."},
}};

std::string roff(std::string_view text)
{
    std::string result;
    for (bool is_first = true; !text.empty();) {
        const auto* const escape = std::find_if(escapes.begin(), escapes.end(),
            [&](const auto& each) { return text.starts_with(each.first); });
        const std::string_view read = escape == escapes.end() ? text.substr(0, 1) : escape->first;
        if (is_first && read == ".")
            result += "\\&";
        result += escape == escapes.end() ? read : escape->second;
        is_first = read == "\n";
        text.remove_prefix(read.size());
    }
    return result;
}

std::string roff_head(const std::string& name, const std::string& summary)
{
    return ".TH " + roff(name) + " 1 \"\" \"agentcli " AGENTCLI_VERSION "\"\n.SH NAME\n"
        + roff(name) + " \\- " + roff(summary) + "\n";
}

std::string roff_entry(const std::string& name, const std::string& text)
{
    return ".TP\n.B " + roff(name) + "\n" + (text.empty() ? "\\&" : roff(text)) + "\n";
}

std::string roff_lines(std::string_view lines)
{
    return ".nf\n.RS 4\n" + roff(lines) + ".RE\n.fi\n";
}

}
