#include "frontends/serve/run_spans.hpp"

#include "agent/channel/dispatch.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/random.hpp"
#include "toolkit/text/percent_encoding.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <utility>

namespace frontends::serve {

// Numbers of the protocol (opentelemetry/proto/trace/v1/trace.proto).
static constexpr int internal_kind = 1;
static constexpr int client_kind = 3;
static constexpr int error_status = 2;

static std::string random_id(std::size_t bytes)
{
    std::array<unsigned char, 16> random {};
    system::fill_randomly(random, "a trace");
    random[0] |= 1; // not all zeros
    return text::hexadecimal(std::span(random).first(bytes));
}

static std::uint64_t nanoseconds_now()
{
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::system_clock::now().time_since_epoch())
                                          .count());
}

// Returns the time of text::rfc3339() with milliseconds; now for any other text.
static std::uint64_t nanoseconds_in(const std::string& time)
{
    std::tm parts {};
    int milliseconds = 0;
    if (std::sscanf(time.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d.%3dZ", // NOLINT(cert-err34-c)
            &parts.tm_year, &parts.tm_mon, &parts.tm_mday, &parts.tm_hour, &parts.tm_min,
            &parts.tm_sec, &milliseconds)
        != 7)
        return nanoseconds_now();
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    return (static_cast<std::uint64_t>(timegm(&parts)) * 1000
               + static_cast<std::uint64_t>(milliseconds))
        * 1'000'000;
}

static void put(Json& attributes, const char* key, const std::string& value)
{
    constexpr std::size_t max_value = 1024;
    if (!value.empty())
        attributes.push_back(
            {{"key", key}, {"value", {{"stringValue", value.substr(0, max_value)}}}});
}

// 64-bit numbers are strings in the JSON of the protocol.
static void put(Json& attributes, const char* key, std::int64_t value)
{
    attributes.push_back({{"key", key}, {"value", {{"intValue", std::to_string(value)}}}});
}

RunSpans::RunSpans(const std::string& profile, const std::optional<TraceParent>& from, Add add)
    : add(std::move(add))
    , trace(from ? from->trace : random_id(16))
    , parent(from ? from->span : "")
    , is_sampled(!from || from->is_sampled)
    , run {random_id(8), "invoke_agent " + profile, nanoseconds_now(), internal_kind}
{
    put(run.attributes, "gen_ai.operation.name", "invoke_agent");
    put(run.attributes, "gen_ai.agent.name", profile);
}

const std::string& RunSpans::parent_of(const Span& span) const
{
    return &span == &run ? parent : run.id;
}

void RunSpans::finish(Span& span, std::uint64_t time, const std::string& error) const
{
    Json object {{"traceId", trace}, {"spanId", span.id}, {"name", span.name}, {"kind", span.kind},
        {"startTimeUnixNano", std::to_string(span.start)},
        {"endTimeUnixNano", std::to_string(std::max(span.start, time))}};
    if (const std::string& above = parent_of(span); !above.empty())
        object["parentSpanId"] = above;
    if (!error.empty()) {
        put(span.attributes, "error.type", error);
        object["status"] = {{"code", error_status}};
    }
    object["attributes"] = std::move(span.attributes);
    add(object);
}

void RunSpans::begin_request(std::uint64_t time)
{
    end_request(time, {});
    request = Span {random_id(8), model.empty() ? "chat" : "chat " + model, time, client_kind};
    put(request->attributes, "gen_ai.operation.name", "chat");
    put(request->attributes, "gen_ai.provider.name", "openai");
    put(request->attributes, "gen_ai.request.model", model);
    const std::size_t colon = provider.rfind(':');
    put(request->attributes, "server.address", provider.substr(0, colon));
}

// Ends the span of the request. It ends when the response arrived, even if the usage arrives later.
void RunSpans::end_request(std::uint64_t time, const std::string& error)
{
    if (!request)
        return;
    const bool is_answered = request_ended.has_value();
    if (is_answered || !error.empty())
        finish(*request, request_ended.value_or(time), is_answered ? "" : error);
    request.reset();
    request_ended.reset();
}

// Calls of different steps of a workflow may have the same id.
template<class Event>
static std::string key_of_call(const Event& event)
{
    return event.path.value_or("") + "\n" + event.id;
}

void RunSpans::begin_call(const channel::CallEvent& call, std::uint64_t time)
{
    end_request(time, {});
    Span span {random_id(8), "execute_tool " + call.tool, time, internal_kind};
    put(span.attributes, "gen_ai.operation.name", "execute_tool");
    put(span.attributes, "gen_ai.tool.name", call.tool);
    put(span.attributes, "gen_ai.tool.call.id", call.id);
    calls.insert_or_assign(key_of_call(call), std::move(span));
}

void RunSpans::end_call(const channel::Result& result, std::uint64_t time)
{
    if (auto found = calls.extract(key_of_call(result)))
        finish(found.mapped(), time, result.code.value_or(""));
}

// Handles the events that begin and end spans. No event marks the beginning of a request to the
// model, so the span begins with its turn, or with the last result of its calls.
class RunSpans::Events {
public:
    using Ignored = channel::Ignore<channel::Said, channel::Text, channel::Reasoning, channel::Ask,
        channel::Asked, channel::Waiting, channel::Context, channel::Note, channel::Error,
        channel::Step, channel::Workflow, channel::End, channel::Unknown>;

    explicit Events(RunSpans& spans)
        : spans(spans)
    {
    }

    void operator()(const channel::Head& /*head*/, const channel::Hello& hello)
    {
        spans.provider = hello.server.value_or("");
    }
    void operator()(const channel::Head& /*head*/, const channel::Run& run)
    {
        spans.model = run.model;
    }
    void operator()(const channel::Head& head, const channel::Turn& turn)
    {
        const std::uint64_t time = time_of(head);
        const auto* const end = std::get_if<channel::TurnEnds>(&turn.state);
        if (end == nullptr)
            return spans.begin_request(time);
        // These limits are checked before a request begins, so there is no request to end.
        const bool has_request
            = end->exit_reason != "repeated-call" && end->exit_reason != "max-cost";
        spans.end_request(time, has_request && end->error ? end->error->code : "");
    }
    void operator()(const channel::Head& head, const channel::Message& message)
    {
        if (json::string_member(message.message.json(), "role") != "assistant")
            return;
        const std::uint64_t time = time_of(head);
        if (!spans.request || spans.request_ended)
            spans.begin_request(spans.replied == 0 ? time : spans.replied);
        spans.request_ended = spans.replied = time;
        Json& attributes = spans.request->attributes;
        put(attributes, "gen_ai.response.model", message.fallback.value_or(spans.model));
        if (message.finish_reason)
            attributes.push_back({{"key", "gen_ai.response.finish_reasons"},
                {"value",
                    {{"arrayValue",
                        {{"values", Json::array({{{"stringValue", *message.finish_reason}}})}}}}}});
    }
    void operator()(const channel::Head& /*head*/, const channel::Usage& usage)
    {
        if (!spans.request)
            return;
        for (const auto& [key, field] : {std::pair {"gen_ai.usage.input_tokens", "prompt_tokens"},
                 std::pair {"gen_ai.usage.output_tokens", "completion_tokens"}})
            if (const Json& count = json::member(usage.usage.json(), field);
                count.is_number_unsigned())
                put(spans.request->attributes, key, count.get<std::int64_t>());
    }
    void operator()(const channel::Head& head, const channel::CallEvent& call)
    {
        spans.begin_call(call, time_of(head));
    }
    void operator()(const channel::Head& head, const channel::Result& result)
    {
        const std::uint64_t time = time_of(head);
        spans.end_call(result, time);
        if (spans.calls.empty() && !result.path)
            spans.begin_request(time);
    }

private:
    static std::uint64_t time_of(const channel::Head& head) { return nanoseconds_in(head.ts); }

    RunSpans& spans;
};

void RunSpans::follow(std::string_view line)
{
    if (!is_sampled)
        return;
    Events events(*this);
    channel::dispatch<channel::Event>(line, events);
}

void RunSpans::end(const Json& shown)
{
    if (!is_sampled)
        return;
    const std::uint64_t time = nanoseconds_now();
    const Json& result = json::member(shown, "result");
    const std::string reason = json::string_member(result, "exitReason");
    const bool is_failure = json::member(result, "exitStatus") != 0;
    end_request(time, is_failure ? reason : "");
    for (auto& [id, call] : calls)
        finish(call, time, reason);
    calls.clear();
    put(run.attributes, "gen_ai.request.model", model);
    put(run.attributes, "gen_ai.conversation.id", json::string_member(shown, "session"));
    put(run.attributes, "agentcli.run.id", json::string_member(shown, "id"));
    put(run.attributes, "agentcli.run.owner", json::string_member(shown, "owner"));
    put(run.attributes, "agentcli.run.exit_reason", reason);
    finish(run, time, is_failure ? reason : "");
}

}
