#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace agent::calls {

// Which calls the operator is asked about. The order is that of strictness.
enum class Approve {
    never, // nothing is asked
    edits, // as `changes`, but edits of files within the workspace are not asked about
    // before tools that the manifest says change files, which it also says of those that run
    // programs
    changes,
    always, // before each call
    plan, // nothing is asked: calls that change files or run programs are refused
};

// The values of --approve.
inline constexpr std::array<std::string_view, 5> approve_words {
    "auto", "edits", "changes", "always", "plan"};

constexpr std::string_view word_of(Approve mode)
{
    return approve_words.at(static_cast<std::size_t>(mode));
}

}
