#pragma once

#include "agent/channel/events.hpp"
#include "frontends/serve/trace_parent.hpp"
#include "toolkit/json/json.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace frontends::serve {

using namespace toolkit;

namespace channel = agent::channel;

// Makes spans of the events of a run, by the semantic conventions for generative AI: invoke_agent
// for the run, chat for each request to the model, execute_tool for each call. A span has no
// contents: no messages, arguments or results.
class RunSpans {
public:
    using Add = std::function<void(const Json& span)>;

    // `profile` is the name of the agent in the span of the run. `from` is the span that began it.
    RunSpans(const std::string& profile, const std::optional<TraceParent>& from, Add add);

    // Reads an event of the worker.
    void follow(std::string_view line);

    // Ends the spans that are open, and that of the run. `shown` is as Run::shown() returns it.
    void end(const Json& shown);

private:
    struct Span {
        std::string id;
        std::string name;
        std::uint64_t start = 0; // nanoseconds since 1970
        int kind = 0; // SpanKind
        Json attributes = Json::array();
    };
    class Events;

    void begin_request(std::uint64_t time);
    void end_request(std::uint64_t time, const std::string& error);
    void begin_call(const channel::CallEvent& call, std::uint64_t time);
    void end_call(const channel::Result& result, std::uint64_t time);
    void finish(Span& span, std::uint64_t time, const std::string& error) const;
    const std::string& parent_of(const Span& span) const;

    Add add;
    std::string trace;
    std::string parent; // of the run; empty: none
    bool is_sampled;
    Span run;
    std::string model; // of the requests
    std::string provider; // host and port of its server
    std::optional<Span> request; // under way
    std::optional<std::uint64_t> request_ended; // it waits for its usage
    std::map<std::string, Span> calls; // under way, by key_of_call()
    std::uint64_t replied = 0; // time of the last reply of the model; 0: none
};

}
