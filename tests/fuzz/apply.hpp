#pragma once

#include "fuzz.hpp"

#include "tools/apply_patch/apply/apply.hpp"

using namespace apply_patch::apply;
using namespace apply_patch::read;

// What a patch makes of a text, section by section. What has been applied does not fail for another
// reason than a ToolError when it is applied again.
inline void apply_to(const Patch& patch, std::string_view text)
{
    for (const auto& change : patch.changes) {
        must(!change.names.empty());
        if (change.action == Action::create) {
            created_text(change.hunks, {change.names.front()});
            continue;
        }
        if (change.hunks.empty())
            continue;
        const Applied applied = apply_hunks(text, change.hunks, {change.names.front()});
        must(applied.outcome == Outcome::applied || applied.text == text);
        apply_hunks(applied.text, change.hunks, {change.names.front()});
    }
}
