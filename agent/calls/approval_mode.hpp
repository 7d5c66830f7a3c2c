#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace agent::calls {

// Selects the calls that need the operator's approval. Ordered from the least to the most strict.
enum class Approve {
    never, // ask about no call
    edits, // like `changes`, but do not ask about edits of files in the workspace
    // Ask about calls of tools that change files according to the manifest. The manifest also marks
    // tools that run programs so.
    changes,
    always, // ask about every call
    plan, // ask about no call, and refuse calls that change files or run programs
};

// The values of --approve.
inline constexpr std::array<std::string_view, 5> approve_words {
    "auto", "edits", "changes", "always", "plan"};

constexpr std::string_view word_of(Approve mode)
{
    return approve_words.at(static_cast<std::size_t>(mode));
}

}
