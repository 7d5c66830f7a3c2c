#include "frontends/screen/notices.hpp"

#include "toolkit/text/text.hpp"

namespace frontends::screen {

using namespace toolkit;

static constexpr std::size_t max_clipboard = 100'000;

static std::string in_ascii(std::string_view name)
{
    std::string text;
    for (const char c : name.substr(0, 64))
        text += c >= ' ' && c <= '~' && c != ';' ? c : '?';
    return text;
}

Notices::Kind Notices::kind_named(std::string_view word)
{
    return word == "off"   ? Kind::off
        : word == "osc9"   ? Kind::osc9
        : word == "osc777" ? Kind::osc777
                           : Kind::bell;
}

std::string Notices::string_sequence(const std::string& body) const
{
    const std::string plain = "\033]" + body + "\a";
    return is_in_tmux ? "\033Ptmux;\033" + plain + "\033\\" : plain;
}

std::string Notices::of(Event event) const
{
    const std::string words = std::string("agentcli: ") + in_ascii(directory)
        + (event == Event::question ? ": a question waits" : ": the turn has ended");
    switch (kind) {
    case Kind::off: return {};
    case Kind::bell: return "\a";
    case Kind::osc9: return string_sequence("9;" + words);
    case Kind::osc777: return string_sequence("777;notify;agentcli;" + words);
    }
    return {};
}

std::string Notices::title() const
{
    return "\033[22;2t\033]2;agentcli: " + in_ascii(directory) + "\a";
}

std::string Notices::old_title() { return "\033[23;2t"; }

std::string Notices::clipboard(std::string_view chosen)
{
    if (chosen.size() > max_clipboard)
        return {};
    return "\033]52;c;" + text::base64_encode(chosen) + "\a";
}

}
