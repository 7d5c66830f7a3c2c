#include "frontends/acp/permission.hpp"

#include "runner/terminal/approval_text.hpp"
#include "toolkit/json/json.hpp"

#include <algorithm>
#include <cstdint>

namespace frontends::acp {

using namespace runner;

static constexpr std::size_t columns = 100;

// Editors render text as Markdown: a fence longer than any in the text keeps it literal.
static std::string fenced(const std::string& text)
{
    std::size_t longest = 2;
    std::size_t run = 0;
    for (const char byte : text) {
        run = byte == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(longest + 1, '`');
    return fence + "\n" + text + fence + "\n";
}

Json call_to_permit(const Updates& updates, const channel::ApprovalAsk& ask)
{
    using terminal::DryRun;
    Json call = updates.asked_call(ask);
    Json& content = call["content"];
    const DryRun dry_run = content.empty() ? DryRun::shown : DryRun::left_out;
    const std::string rows = terminal::rows_of_ask(
        {ask.arguments.json(), ask.dry_run.json(), ask.changes_files}, columns, dry_run);
    content.insert(content.begin(), text_block(fenced(rows)));
    return call;
}

std::vector<PermitOption> options_to_permit(const channel::ApprovalAsk& ask)
{
    using channel::Verdict;
    std::vector<PermitOption> options {{"yes", "Allow", "allow_once", {Verdict::yes}},
        {"always", "Always allow this very call", "allow_always", {Verdict::always}}};
    const char* const span = ask.may_store ? " (in this workspace)" : " (in this session)";
    const auto scope = ask.may_store ? channel::RuleScope::workspace : channel::RuleScope::session;
    std::int64_t number = 0;
    for (const auto& rule : ask.rules) {
        ++number;
        options.push_back({"rule" + std::to_string(number), "Always allow " + rule.text + span,
            "allow_always", {.verdict = Verdict::always, .scope = scope, .rule = number}});
    }
    options.push_back({"no", "Reject", "reject_once", {Verdict::no}});
    return options;
}

}
