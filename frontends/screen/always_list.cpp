#include "frontends/screen/always_list.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace frontends::screen {

channel::ChatPick always_list(const channel::ChatApproval& call)
{
    channel::ChatPick list;
    list.title = "allow from now on:";
    list.changes_files = true;
    list.enter = channel::PickKey {"Enter allows and runs it", "Enter", ""};
    for (const auto& rule : call.rules) {
        channel::PickRow row;
        row.cells = {rule.text};
        row.actions = {{"this chat"}};
        if (call.may_store)
            row.actions.push_back({"kept"});
        list.rows.push_back(std::move(row));
    }
    if (call.rules.empty()) {
        channel::PickRow row;
        row.cells = {"this call, exactly"};
        row.actions = {{"this chat"}};
        list.rows.push_back(std::move(row));
    }
    if (call.accepts_edits) {
        channel::PickRow row;
        row.cells = {"all edits here: the mode accept edits"};
        row.actions = {{"this chat"}};
        list.rows.push_back(std::move(row));
    }
    if (call.no_prefix)
        list.notes = {"no prefix: " + *call.no_prefix};
    return list;
}

AlwaysAnswer always_answer(
    const std::string& id, const channel::ChatApproval& call, std::size_t row, bool is_kept)
{
    if (row >= std::max<std::size_t>(call.rules.size(), 1))
        return {{id, channel::VerdictAnswer {channel::Verdict::yes}},
            "yes, and always: all edits here (this chat)", true};
    channel::VerdictAnswer answer {channel::Verdict::always};
    std::string what = "this call, exactly";
    const bool is_stored = is_kept && call.may_store;
    if (row < call.rules.size()) {
        answer.scope = is_stored ? channel::RuleScope::workspace : channel::RuleScope::session;
        answer.rule = static_cast<std::int64_t>(row) + 1;
        what = call.rules[row].text;
    }
    return {{id, std::move(answer)},
        "yes, and always: " + what + (is_stored ? " (kept)" : " (this chat)")};
}

}
