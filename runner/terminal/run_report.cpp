#include "runner/terminal/run_report.hpp"

#include "toolkit/json/bounded_json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cctype>

std::string name_of(Reason reason)
{
    switch (reason) {
    case Reason::answered: return "answered";
    case Reason::failed: return "failed";
    case Reason::content_filter: return "content-filter";
    case Reason::misused: return "misused";
    case Reason::max_steps: return "max-steps";
    case Reason::max_tool_calls: return "max-tool-calls";
    case Reason::max_seconds: return "max-seconds";
    case Reason::repeated_call: return "repeated-call";
    case Reason::timed_out: return "timed-out";
    case Reason::stdout_closed: return "stdout-closed";
    case Reason::interrupted: break;
    }
    return "interrupted";
}

RunReport::RunReport(const Output& output, Form form)
    : output(output)
    , form(form)
{
}

void RunReport::event(const char* name, const Json& fields) const
{
    if (form != Form::events)
        return;
    Json line {{"event", name}};
    line.update(fields);
    output.line(line);
}

void RunReport::run_begins(const std::string& model, const std::vector<ManifestTool>& tools)
{
    Json names = Json::array();
    for (const auto& tool : tools)
        names.push_back(tool.name);
    event("run", {{"model", model}, {"tools", std::move(names)}});
}

// It comes redacted: a piece by itself would be redacted as another text is.
void RunReport::text(std::string_view piece)
{
    if (piece.empty())
        return;
    has_shown_text = true;
    if (form == Form::text)
        output.text(piece);
    else if (form == Form::events)
        output.redacted_line({{"event", "text"}, {"text", piece}});
}

void RunReport::note_once(const std::string& text)
{
    if (noted.insert(text).second)
        note(text);
}

void RunReport::text_ends()
{
    if (form == Form::text)
        output.text("\n");
}

// The numbers of all replies together. A server may count what it likes: no sum grows beyond what is exact.
static void add(Json& sum, const Json& usage)
{
    static constexpr std::uint64_t most = 1ULL << 53U;
    for (const auto& [name, value] : usage.items()) {
        if (value.is_object())
            add(sum[name], value);
        else if (value.is_number_unsigned())
            sum[name] = std::min(most,
                std::min(most, value.get<std::uint64_t>())
                    + (sum.contains(name) && sum[name].is_number_unsigned() ? sum[name].get<std::uint64_t>()
                                                                            : 0));
    }
}

void RunReport::message(const Reply& reply, const Json& shown)
{
    ++steps;
    finish_reason = reply.finish_reason;
    if (form == Form::events) { // else nothing is copied: it can be long
        Json fields {{"step", steps}, {"message", shown}};
        if (!finish_reason.empty())
            fields["finishReason"] = finish_reason;
        event("message", fields);
    }
    count_usage(reply);
    if (reply.usage.is_object())
        event("usage", {{"step", steps}, {"usage", reply.usage}});
}

void RunReport::count_usage(const Reply& reply)
{
    if (reply.usage.is_object())
        add(usage, reply.usage);
}

void RunReport::context(const Json& fields, const std::string& words)
{
    event("context", fields);
    output.note("to fit the context, " + words);
}

void RunReport::status(const std::string& what, std::size_t step) const
{
    output.status(what + " · step " + std::to_string(step));
}

void RunReport::step_begins() { status("the model", steps + 1); }

void RunReport::calls(const std::vector<ToolCall>& calls)
{
    for (const auto& call : calls)
        event("call", {{"id", call.id}, {"tool", call.name}, {"arguments", call.arguments}});
    if (!calls.empty())
        status(calls.front().name
                + (calls.size() > 1 ? " and " + std::to_string(calls.size() - 1) + " more" : ""),
            steps);
}

static std::string code_of(const std::string& content)
{
    if (!content.starts_with(R"({"error":)"))
        return {};
    try {
        const Json json = parse_bounded(content);
        const std::string code = string_member(json, "code");
        return code.empty() ? std::string(wire_name(Code::internal)) : code;
    } catch (const ToolError&) { // then it is an answer that looks like one
        return {};
    }
}

void RunReport::result(const ToolCall& call, const std::string& content)
{
    Json entry {{"step", steps}, {"tool", call.name}};
    if (const std::string code = code_of(content); !code.empty())
        entry["error"] = code;
    made.push_back(std::move(entry));
    event("result", {{"id", call.id}, {"tool", call.name}, {"content", content}});
}

void RunReport::leave(const std::vector<ToolCall>& calls)
{
    for (const auto& call : calls)
        made.push_back({{"step", steps}, {"tool", call.name}, {"notRun", true}});
}

Json RunReport::summary(const Stop& stop, int status) const
{
    Json result {{"answer", nullptr}, {"exitReason", name_of(stop.reason)}, {"exitStatus", status},
        {"steps", steps}, {"calls", made}, {"usage", usage}};
    if (!finish_reason.empty())
        result["finishReason"] = finish_reason;
    if (stop.reason == Reason::answered)
        result["answer"] = stop.answer;
    else
        result["error"] = printable(stop.error);
    if (!stop.hint.empty())
        result["hint"] = printable(stop.hint);
    return result;
}

void RunReport::run_ends(const Stop& stop, int status)
{
    output.hide_status();
    if (stop.reason != Reason::answered)
        output.note(one_line(ToolError(Code::internal, stop.error, stop.hint)));
    if (form == Form::json)
        output.line(summary(stop, status));
    event("end", summary(stop, status));
    if (form == Form::text && stop.reason == Reason::answered && !has_shown_text)
        output.answer(stop.answer);
}
