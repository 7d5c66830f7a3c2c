#include "frontends/chat/chat_engine.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace frontends::chat {

using namespace agent;
using namespace runner;
using namespace toolkit;

// /permissions: shows the rules of this chat and the stored rules of this workspace.

namespace {

struct ListedRule {
    std::string id;
    permissions::Rule rule;
    std::string note; // "kept · Nov 20 · allowed 14 calls"
};

}

static std::string words_of_uses(std::int64_t uses)
{
    return "allowed " + std::to_string(uses) + (uses == 1 ? " call" : " calls");
}

// Returns "Nov 20" for a time of RFC 3339.
static std::string day_of(const std::string& time)
{
    static constexpr std::array<const char*, 12> months {
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    if (time.size() < 10 || time[4] != '-' || time[7] != '-')
        return time;
    const int month = (time[5] - '0') * 10 + time[6] - '0';
    if (month < 1 || month > 12)
        return time;
    return std::string(months.at(static_cast<std::size_t>(month) - 1)) + " "
        + std::string(text::stripped(time[8] == '0' ? " " + time.substr(9, 1) : time.substr(8, 2)));
}

static std::vector<ListedRule> listed_rules(ChatEngine& talk)
{
    std::vector<ListedRule> listed;
    for (const auto& rule : talk.rules.session_rules())
        listed.push_back({rule.id, rule.rule, "this chat · " + words_of_uses(rule.uses)});
    for (const auto& rule : permissions::RuleStore(talk.workspace).rules())
        listed.push_back(
            {rule.id, rule.rule, "kept · " + day_of(rule.made) + " · " + words_of_uses(rule.uses)});
    return listed;
}

static void show_rules(ChatEngine& talk)
{
    const std::vector<ListedRule> listed = listed_rules(talk);
    std::string lines;
    for (const auto& one : listed) {
        const permissions::RuleWords words = permissions::words_of(one.rule);
        lines += one.id + "  " + words.kind + "  " + words.what + "  " + one.note + "\n";
    }
    talk.reply(listed.empty() ? "no rule allows a call without a question\n"
                              : lines + "/permissions remove ID removes one\n");
}

static void remove_kept(ChatEngine& talk, const std::string& id)
{
    const auto removed = permissions::RuleStore(talk.workspace).remove(id);
    if (!removed)
        throw ToolError(Code::not_found, "no rule has the id " + text::in_quotes(id),
            "/permissions lists them");
    permissions::Permissions::write_rule(talk.audit, *removed, "removed");
}

static void remove_rule(ChatEngine& talk, const std::string& id)
{
    if (!talk.rules.remove_session_rule(id))
        remove_kept(talk, id);
}

static void clear_rules(ChatEngine& talk)
{
    for (const auto& rule : permissions::RuleStore(talk.workspace).clear())
        permissions::Permissions::write_rule(talk.audit, rule, "removed");
    while (!talk.rules.session_rules().empty())
        talk.rules.remove_session_rule(talk.rules.session_rules().front().id);
}

static channel::ChatPick list_of(const std::vector<ListedRule>& listed)
{
    channel::ChatPick list;
    list.name = 1;
    list.enter = channel::PickKey {"Enter shows", "Enter", ""};
    list.remove = channel::PickKey {"Delete removes", "Delete", "remove"};
    list.rows.reserve(listed.size());
    for (const auto& one : listed) {
        permissions::RuleWords words = permissions::words_of(one.rule);
        channel::PickRow row;
        row.cells = {std::move(words.kind), std::move(words.what)};
        row.note = one.note;
        list.rows.push_back(std::move(row));
    }
    return list;
}

// The list stays open after a rule was removed or shown.
static void pick_rules(ChatEngine& talk)
{
    std::int64_t row = 0;
    for (;;) {
        const std::vector<ListedRule> listed = listed_rules(talk);
        if (listed.empty())
            return talk.reply("no rule allows a call without a question\n");
        channel::ChatPick list = list_of(listed);
        list.row = std::min(row, static_cast<std::int64_t>(listed.size()) - 1);
        const auto picked = talk.pick(list);
        if (!picked)
            return;
        row = picked->row;
        const ListedRule& chosen = listed.at(static_cast<std::size_t>(row));
        const std::string text = permissions::text_of(chosen.rule);
        if (picked->key == channel::PickedBy::remove) {
            remove_rule(talk, chosen.id);
            talk.reply("removed: " + text + "\n");
        } else {
            talk.reply(chosen.id + "  " + text + "\n" + chosen.note + "\n"
                + permissions::document_of(chosen.rule).dump() + "\n");
        }
    }
}

void manage_permissions(ChatEngine& talk, const std::string& words)
{
    static constexpr std::string_view remove = "remove ";
    if (words.empty() && talk.inbox.busy == host::Inbox::Busy::no)
        return pick_rules(talk);
    if (words == "clear")
        clear_rules(talk);
    else if (words.starts_with(remove))
        remove_rule(
            talk, std::string(text::stripped(std::string_view(words).substr(remove.size()))));
    else if (!words.empty())
        throw ToolError(Code::bad_request, "invalid arguments of /permissions",
            "type /permissions, /permissions remove ID or /permissions clear");
    show_rules(talk);
}

}
