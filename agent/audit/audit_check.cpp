#include "agent/audit/audit_check.hpp"

#include "agent/audit/audit_log.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/text.hpp"

namespace agent::audit {

using namespace toolkit;

AuditCheck::AuditCheck(KeptHashes kept)
    : kept(std::move(kept))
{
    last.hash = hash_before_all();
}

std::optional<AuditCheck::Link> AuditCheck::read(const AuditPlace& place, std::string_view line)
{
    try {
        static const std::vector<std::string> names {"seq", "prev"};
        const Json members = json::members_in(line, names);
        return Link {place, json::member(members, "seq"), json::member(members, "prev"),
            system::sha256(line)};
    } catch (const std::exception&) { // from the parser, or because members are missing
        return {};
    }
}

void AuditCheck::begin_with(const Link& link)
{
    if (!kept.before_first.empty() && link.before != kept.before_first)
        problem = link.where.text()
            + ", is the first one here, and does not follow the line with the hash "
            + text::in_quotes(kept.before_first);
    else if (link.before == hash_before_all() ? link.number != 1 : kept.before_first.empty())
        problem = link.where.text() + ", is the first one here, and has the number "
            + std::to_string(link.number) + ": what was before it was removed";
}

// Reports the first line that was tampered with.
void AuditCheck::break_between(const Link& link)
{
    if (link.before == last.hash)
        problem = link.where.text() + ", was changed: its number does not follow";
    else if (link.number > last.number + 1)
        problem = link.where.text() + ", does not follow the one before: "
            + std::to_string(link.number - last.number - 1) + " removed between them";
    else if (link.number == last.number + 1)
        suspect = last;
    else if (link.before == hash_before_last)
        problem = last.where.text() + ", was inserted";
    else
        problem = link.where.text() + ", was inserted";
}

void AuditCheck::take(const AuditPlace& place, std::string_view line)
{
    if (!problem.empty())
        return;
    const auto link = read(place, line);
    ++count;
    if (suspect) {
        // If this line continues from `last`, `last` is unchanged and `suspect` was changed.
        // Otherwise either of them may have been changed.
        problem = link && link->before == last.hash
            ? suspect->where.text() + ", was changed"
            : suspect->where.text() + ", or the next one, was changed";
        return;
    }
    if (!link) {
        problem = place.text()
            + ", is not a line of an audit trail: it was changed, or a crash has cut it off";
        return;
    }
    if (count == 1)
        begin_with(*link);
    else if (link->before != last.hash || link->number != last.number + 1)
        break_between(*link);
    if (link->hash == kept.last)
        met_last_at = count;
    hash_before_last = last.hash;
    last = *link;
}

// Compares only the hashes of lines: anyone can write a line whose `prev` has this value.
std::optional<std::string> AuditCheck::complaint_about_end() const
{
    if (kept.last.empty() || met_last_at == count)
        return {};
    if (met_last_at > 0)
        return "line " + std::to_string(met_last_at) + " has the hash " + text::in_quotes(kept.last)
            + ", and is not the last one: " + std::to_string(count - met_last_at)
            + " were written after it";
    return "no line has the hash " + text::in_quotes(kept.last)
        + ": the end was removed, or all was written anew";
}

std::optional<std::string> AuditCheck::complaint() const
{
    if (!problem.empty())
        return problem;
    if (suspect)
        return suspect->where.text() + ", or the next one, was changed";
    if (count == 0)
        return "there are no lines: nothing was written, or all of it was removed";
    return complaint_about_end();
}

}
