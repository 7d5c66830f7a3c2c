#include "toolkit/change/transaction.hpp"

#include "toolkit/change/transaction_entry.hpp"
#include "toolkit/system/error.hpp"

#include <utility>

namespace toolkit::change {

// What can't be put right now is left to the next call.
void Transaction::take_back() noexcept
{
    if (!std::exchange(is_over, true) && !restore() && journal)
        journal->keep();
}

bool Transaction::restore() noexcept
try {
    bool is_right = restore_names();
    is_right = remove_hidden() && is_right;
    // Before the journal goes.
    if (journal)
        synchronise_directories();
    return is_right;
} catch (const ToolError&) {
    return false;
}

// A directory that takes the place of a file is left alone if anything in it has changed: else that
// would go with it.
bool Transaction::restore_names() noexcept
{
    for (auto& entry : entries)
        if (entry->is_hidden() && entry->file && !entry->file->is_in_place())
            entry->outer->is_inside_changed = true;
    bool is_right = true;
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
        if ((*entry)->is_hidden())
            continue;
        (*entry)->is_back = (*entry)->take_back();
        is_right = (*entry)->is_back && is_right;
        if (!(*entry)->is_back && !journal)
            (*entry)->file->keep_aside();
        is_right = (*entry)->remove_made_directories() && is_right;
    }
    return is_right;
}

// What is in the directories that take the place of files, and these themselves: once they have
// their temporary names again, and not before, since the recovery must know them as they are.
bool Transaction::remove_hidden() noexcept
{
    bool is_right = true;
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
        if (!(*entry)->is_hidden() || !(*entry)->outer->is_back)
            continue;
        is_right = (*entry)->take_back() && is_right;
        is_right = (*entry)->remove_made_directories() && is_right;
    }
    for (auto& entry : entries)
        if (entry->is_back && entry->file)
            is_right = entry->file->remove_directory() && is_right;
    return is_right;
}

}
