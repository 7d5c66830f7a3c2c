#include "agent/audit/audit.hpp"

#include "agent/audit/audit_lines.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_strings.hpp"
#include "toolkit/json/object_text.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/named_file.hpp"
#include "toolkit/text/text.hpp"

#include <filesystem>
#include <functional>

namespace agent::audit {

namespace {

// The members of a line, in the order in which they are added. Each is redacted before it is
// written.
class LineText {
public:
    explicit LineText(const redaction::Redaction& redaction)
        : redaction(redaction)
    {
    }

    void add(const std::string& field, Json value)
    {
        add_unredacted(field, redacted_field(redaction, field, std::move(value)));
    }

    void add_all(const Json& fields)
    {
        for (const auto& [field, value] : fields.items())
            add(field, value);
    }

    void add_if_any(const std::string& field, const std::string& text)
    {
        if (!text.empty())
            add(field, text);
    }

    void add_if_any(const std::string& field, const Json& value)
    {
        if (!value.is_null())
            add(field, value);
    }

    void add_if_any(const std::string& field, const std::vector<std::string>& texts)
    {
        if (!texts.empty())
            add(field, printable(texts));
    }

    void add_unredacted(const std::string& field, const Json& value)
    {
        const auto* const text = value.get_ptr<const std::string*>();
        if (text != nullptr && json::is_plain_literal(*text))
            object.add(field, *text);
        else if (value.is_boolean())
            object.add_boolean(field, value.get<bool>());
        else if (value.is_number_unsigned())
            object.add_json(field, std::to_string(value.get<std::uint64_t>()));
        else if (value.is_number_integer())
            object.add(field, value.get<std::int64_t>());
        else
            object.add_json(field, value.dump());
    }

    static Json printable(const std::vector<std::string>& texts)
    {
        Json list = Json::array();
        for (const auto& one : texts)
            list.push_back(text::printable(one));
        return list;
    }

    std::string take() { return object.take(); }

private:
    const redaction::Redaction& redaction;
    json::ObjectText object;
};

}

static void add_entry(LineText& line, const AuditEntry& entry)
{
    line.add("tool", text::printable(entry.tool));
    line.add("argv", LineText::printable(entry.argv));
    line.add("cwd", text::printable(std::filesystem::current_path().string()));
    line.add("exit", entry.exit ? Json(*entry.exit) : Json());
    line.add("ms", entry.duration.count());
    line.add("stdoutBytes", entry.output_bytes);
    line.add("stderrBytes", entry.error_bytes);
    line.add("truncated", entry.truncated);
    line.add_if_any("requestSha256", entry.request_hash);
    line.add_if_any("answerSha256", entry.answer_hash);
    if (!entry.images.is_null())
        line.add_unredacted("images", entry.images);
    line.add_if_any("sandbox", entry.sandbox);
    line.add_all(entry.runs_later);
    line.add_if_any("background", entry.background);
    if (entry.signal)
        line.add("signal", *entry.signal);
    if (entry.is_warm)
        line.add("warm", true);
    line.add_if_any("repairs", entry.repairs);
    line.add_if_any("by", entry.by);
    line.add_if_any("via", entry.via);
    line.add_if_any("mcp", entry.mcp);
    line.add_if_any("hooks", entry.hooks);
    line.add_if_any("approval", text::printable(entry.approval));
    line.add_if_any("arguments", entry.arguments);
    line.add_if_any("decidedBy", text::printable(entry.decided_by));
    line.add_if_any("failure", text::printable(entry.failure));
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
    } catch (const std::exception& error) {
        // Thrown by a library, for instance if the current directory was removed or memory is
        // short.
        if (policy == AuditPolicy::required)
            throw;
        if (!std::exchange(has_failed, true))
            note(std::string("the audit is not complete: ") + error.what());
    }
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
    images.clear();
}

std::optional<AuditReceipt> Audit::write(const AuditEntry& entry)
{
    ++calls;
    return append(entry);
}

void Audit::write_end(const AuditEntry& entry) { append(entry); }

// Returns a line of this run. `add` adds its own members.
template<class Add>
std::string Audit::line_of(const std::vector<std::string>& more_labels, const Add& add) const
{
    LineText line(redaction);
    line.add_unredacted("run", run);
    if (!parent.empty())
        line.add_unredacted("parent", parent);
    add(line);
    std::vector<std::string> all = labels;
    all.insert(all.end(), more_labels.begin(), more_labels.end());
    line.add_if_any("labels", all);
    return line.take();
}

std::optional<AuditReceipt> Audit::append(const AuditEntry& entry)
{
    std::optional<AuditReceipt> receipt;
    attempt([&] {
        receipt = log.append(
            entry.time, line_of(entry.labels, [&](LineText& line) { add_entry(line, entry); }));
    });
    return receipt;
}

void Audit::write_fields(const Json& fields)
{
    attempt([&] {
        log.append(std::chrono::system_clock::now(),
            line_of({}, [&](LineText& line) { line.add_all(fields); }));
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
    const std::string line = line_of({}, [&](LineText& text) {
        text.add_unredacted("end", end.reason);
        text.add_unredacted("exitStatus", end.status);
        text.add_unredacted("steps", end.steps);
        text.add_unredacted("calls", calls);
        text.add_unredacted("requestSha256", request_hash);
        if (!images.empty())
            text.add_unredacted("images", images);
        if (!end.answer_hash.empty())
            text.add_unredacted("answerSha256", end.answer_hash);
        if (end.cost)
            text.add_unredacted("cost", *end.cost);
        if (!end.fallback.empty())
            text.add_unredacted("fallback", end.fallback);
    });
    request_hash.clear();
    attempt([&] { log.append(std::chrono::system_clock::now(), line); });
}

}
