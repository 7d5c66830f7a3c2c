#include "fuzz.hpp"

#include "toolkit/workspace/runs_later.hpp"

#include <algorithm>

using namespace toolkit::workspace;

static std::string in_upper_case(std::string_view text)
{
    std::string upper(text);
    std::transform(upper.begin(), upper.end(), upper.begin(), [](char letter) {
        return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
    });
    return upper;
}

// Neither the case nor a directory in front hides a name of the table, but node_modules, which is
// one name and no other.
void fuzz(std::string_view input)
{
    const std::string path(input);
    const std::string upper = in_upper_case(path);
    const bool may_be_installed = upper.find("NODE_MODULES") != std::string::npos;
    for (const EntryKind kind : {EntryKind::directory, EntryKind::other}) {
        const LaterRow* const row = find_later(path, kind);
        must(may_be_installed || row == find_later(upper, kind));
        must(row == find_later("a/" + path, kind));
        must(row == nullptr || find_later(".github/" + path, kind) != nullptr);
        must(row == nullptr || find_later(path, EntryKind::other) != nullptr);
    }
}
