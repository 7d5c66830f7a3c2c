#include "agent/audit/audit.hpp"

#include "agent/audit/audit_redaction.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/random_name.hpp"
#include "toolkit/text/text.hpp"

#include <filesystem>
#include <functional>

namespace agent::audit {

using namespace toolkit;

static Json document(const AuditEntry& entry)
{
    Json line {{"tool", text::printable(entry.tool)}, {"argv", Json::array()},
        {"cwd", text::printable(std::filesystem::current_path().string())}, {"exit", nullptr},
        {"ms", entry.duration.count()}, {"stdoutBytes", entry.output_bytes},
        {"stderrBytes", entry.error_bytes}, {"truncated", entry.truncated}};
    if (!entry.request_hash.empty())
        line["requestSha256"] = entry.request_hash;
    if (!entry.answer_hash.empty())
        line["answerSha256"] = entry.answer_hash;
    if (!entry.sandbox.is_null())
        line["sandbox"] = entry.sandbox;
    if (!entry.runs_later.is_null())
        line.update(entry.runs_later);
    if (!entry.background.is_null())
        line["background"] = entry.background;
    for (const auto& argument : entry.argv)
        line["argv"].push_back(text::printable(argument));
    if (entry.exit)
        line["exit"] = *entry.exit;
    if (entry.signal)
        line["signal"] = *entry.signal;
    if (entry.is_warm)
        line["warm"] = true;
    if (!entry.repairs.empty())
        line["repairs"] = Json::array();
    for (const auto& repair : entry.repairs)
        line["repairs"].push_back(text::printable(repair));
    if (!entry.by.empty())
        line["by"] = entry.by;
    if (!entry.via.is_null())
        line["via"] = entry.via;
    if (!entry.mcp.is_null())
        line["mcp"] = entry.mcp;
    if (!entry.approval.empty())
        line["approval"] = text::printable(entry.approval);
    if (!entry.failure.empty())
        line["failure"] = text::printable(entry.failure);
    return line;
}

static void add_labels(Json& line, const std::vector<std::string>& labels)
{
    for (const auto& label : labels)
        line["labels"].push_back(text::printable(label));
}

Audit::Audit(const redaction::Redaction& redaction, Note note, AuditPolicy policy,
    const std::string& directory)
    : redaction(redaction)
    , note(std::move(note))
    , policy(policy)
    , run(system::random_name())
    , log(directory)
{
}

void Audit::attempt(const std::function<void()>& work)
{
    try {
        work();
    } catch (const ToolError& error) {
        if (policy == AuditPolicy::required)
            throw ToolError(error.code, error.message,
                error.hint.empty() ? "--audit best-effort continues without it" : error.hint);
        if (!std::exchange(has_failed, true))
            note("the audit is not complete: " + error.message);
    } catch (const std::exception&
            error) { // of a library: the current directory is gone, memory is short
        if (policy == AuditPolicy::required)
            throw;
        if (!std::exchange(has_failed, true))
            note(std::string("the audit is not complete: ") + error.what());
    }
}

Json Audit::beginning() const
{
    Json line {{"run", run}};
    if (!parent.empty())
        line["parent"] = parent;
    return line;
}

void Audit::check()
{
    attempt([&] { log.check(std::chrono::system_clock::now()); });
}

void Audit::begin(const std::string& hash)
{
    check();
    request_hash = hash;
    calls = 0;
}

std::optional<AuditReceipt> Audit::write(const AuditEntry& entry)
{
    ++calls;
    return append(entry);
}

void Audit::write_end(const AuditEntry& entry) { append(entry); }

std::optional<AuditReceipt> Audit::append(const AuditEntry& entry)
{
    std::optional<AuditReceipt> receipt;
    attempt([&] {
        Json line = beginning();
        Json fields = document(entry);
        add_labels(fields, labels);
        add_labels(fields, entry.labels);
        line.update(redacted_entry(redaction, fields));
        receipt = log.append(entry.time, line);
    });
    return receipt;
}

void Audit::write_fields(const Json& fields)
{
    attempt([&] {
        Json line = beginning();
        Json labelled = fields;
        add_labels(labelled, labels);
        line.update(redacted_entry(redaction, labelled));
        log.append(std::chrono::system_clock::now(), line);
    });
}

void Audit::write_setting(const std::string& name, const std::string& value)
{
    write_fields({{"setting", name}, {"value", value}, {"by", "operator"}});
}

void Audit::end(const AuditEnd& end)
{
    if (request_hash.empty())
        return;
    Json line = beginning();
    line.update({{"end", end.reason}, {"exitStatus", end.status}, {"steps", end.steps},
        {"calls", calls}, {"requestSha256", request_hash}});
    if (!end.answer_hash.empty())
        line["answerSha256"] = end.answer_hash;
    Json labelled = Json::object();
    add_labels(labelled, labels);
    line.update(redacted_entry(redaction, labelled));
    request_hash.clear();
    attempt([&] { log.append(std::chrono::system_clock::now(), line); });
}

}
