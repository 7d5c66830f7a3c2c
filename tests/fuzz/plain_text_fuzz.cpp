#include "fuzz.hpp"

#include "frontends/chat/plain_text.hpp"

#include <algorithm>

using namespace frontends::chat;

static std::string in_pieces(std::string_view input, std::size_t size)
{
    PlainText text;
    std::string all;
    for (std::size_t at = 0; at < input.size(); at += size)
        all += text.add(input.substr(at, size));
    return all + text.end();
}

// Whatever a stranger's text has: nothing steers the terminal, no line looks like agentcli's own,
// and the pieces in which it comes do not matter, unless a block is too large to be waited for.
void fuzz(std::string_view input)
{
    const std::string shown = in_pieces(input, 5);
    must(std::all_of(shown.begin(), shown.end(),
        [](unsigned char c) { return c == '\n' || c == '\t' || (c >= ' ' && c != 0x7f); }));
    for (std::size_t at = 0; at < shown.size(); at = shown.find('\n', at) + 1)
        for (const char* word : {"tool:", "failed:", "question:", "note:", "error:", "> "})
            must(!std::string_view(shown).substr(at).starts_with(word));
    if (input.size() < 4096)
        must(shown == in_pieces(input, std::max<std::size_t>(input.size(), 1)));
}
