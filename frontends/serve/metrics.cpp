#include "frontends/serve/metrics.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace frontends::serve {

using namespace toolkit;

void Histogram::add(std::chrono::duration<double> time)
{
    for (std::size_t index = 0; index < bounds.size(); ++index)
        if (time.count() <= bounds.at(index))
            ++counts.at(index);
    ++count;
    sum += std::max(time.count(), 0.0);
}

static CountsByName none_by_exit_reason()
{
    CountsByName none {{"lost", 0}, {"other", 0}};
    for (const std::string_view reason : channel::exit_reasons)
        none[std::string(reason)] = 0;
    return none;
}

Counts::Counts(std::set<std::string> tools)
    : ended(none_by_exit_reason())
    , tools(std::move(tools))
{
}

void Counts::add(const channel::Result& result)
{
    ++calls[{tools.count(result.tool) > 0 ? result.tool : "other", result.code ? "error" : "ok"}];
}

// The numbers of a model's server are not reliable, so one reply adds at most `most` to each count.
void Counts::add(const channel::Usage& usage)
{
    constexpr std::uint64_t most = 1'000'000'000;
    for (auto& [kind, count] : tokens) {
        const Json& counted = json::member(usage.usage.json(), (kind + "_tokens").c_str());
        if (counted.is_number_unsigned())
            count += std::min(counted.get<std::uint64_t>(), most);
    }
}

void Counts::add_end(const std::string& reason, std::chrono::duration<double> time)
{
    ++ended[ended.count(reason) > 0 ? reason : "other"];
    seconds.add(time);
}

namespace {

class MetricsText {
public:
    void begin(std::string named, const char* type, const char* help)
    {
        name = std::move(named);
        text += "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n";
    }

    template<class Number>
    void add(Number value, const std::string& labels = {})
    {
        add_to({}, value, labels);
    }

    // Adds a sample of a histogram.
    template<class Number>
    void add_to(const std::string& ending, Number value, const std::string& labels = {})
    {
        text += name + ending + (labels.empty() ? "" : "{" + labels + "}") + " " + digits(value)
            + "\n";
    }

    template<class Number>
    void only(std::string named, const char* help, Number value)
    {
        const bool is_counter = named.ends_with("_total");
        begin(std::move(named), is_counter ? "counter" : "gauge", help);
        add(value);
    }

    static std::string digits(std::uint64_t value) { return std::to_string(value); }
    static std::string digits(double value)
    {
        std::array<char, 32> buffer {};
        char* const end = std::to_chars(buffer.begin(), buffer.end(), value).ptr;
        return {buffer.begin(), end};
    }

    std::string take() { return std::move(text); }

private:
    std::string name;
    std::string text;
};

std::string label(const char* name, const std::string& value)
{
    return std::string(name) + "=\"" + value + "\"";
}

}

static void add_all(MetricsText& text, const char* name, const CountsByName& counts)
{
    for (const auto& [value, count] : counts)
        text.add(count, label(name, value));
}

static void add_runs(MetricsText& text, const Metrics& metrics, const Counts& counts)
{
    text.begin("agentcli_runs", "gauge", "Runs that are kept, by state.");
    add_all(text, "state", metrics.runs);
    text.begin("agentcli_runs_total", "counter", "Runs that have ended, by exit reason.");
    add_all(text, "reason", counts.ended);
    text.begin(
        "agentcli_run_seconds", "histogram", "Seconds from the request of a run to its end.");
    for (std::size_t index = 0; index < Histogram::bounds.size(); ++index)
        text.add_to("_bucket", counts.seconds.counts.at(index),
            label("le", MetricsText::digits(Histogram::bounds.at(index))));
    text.add_to("_bucket", counts.seconds.count, label("le", "+Inf"));
    text.add_to("_sum", counts.seconds.sum);
    text.add_to("_count", counts.seconds.count);
    text.begin("agentcli_tool_calls_total", "counter", "Calls that have a result, by tool.");
    for (const auto& [call, count] : counts.calls)
        text.add(count, label("tool", call.first) + "," + label("outcome", call.second));
    text.begin("agentcli_tokens_total", "counter", "Tokens that models have counted, by kind.");
    add_all(text, "kind", counts.tokens);
    text.begin("agentcli_asks", "gauge", "Questions that wait for an answer, by kind.");
    add_all(text, "kind", metrics.asks);
    text.only("agentcli_workers_started_total", "Workers that were started.", counts.workers);
}

static void add_clients(MetricsText& text, const Metrics& metrics)
{
    text.begin("agentcli_http_requests_total", "counter",
        "Requests that were answered, by route and status.");
    for (const auto& [request, count] : metrics.requests)
        text.add(count,
            label("route", request.first) + "," + label("code", std::to_string(request.second)));
    text.only("agentcli_connections", "Connections that are open.", metrics.connections);
    text.only("agentcli_streams", "Readers of events.", metrics.streams);
    text.only("agentcli_streams_behind", "Readers for whom there are more events.",
        metrics.lagging_streams);
    text.begin("agentcli_stream_disconnects_total", "counter",
        "Readers that were disconnected, by why: the run ended, they left, or they took nothing.");
    add_all(text, "why", metrics.disconnects);
}

static void add_webhooks(MetricsText& text, const Metrics& metrics)
{
    text.begin("agentcli_webhooks_total", "counter",
        "Webhooks that were delivered, or given up after the last attempt.");
    add_all(text, "outcome", metrics.webhooks);
    text.only("agentcli_webhooks_pending", "Webhooks that are to be delivered.",
        metrics.webhooks_pending);
}

static void add_spans(MetricsText& text, const Metrics& metrics)
{
    text.begin(
        "agentcli_spans_total", "counter", "Spans that were sent to the collector, or dropped.");
    add_all(text, "outcome", metrics.spans);
}

static void add_process(MetricsText& text, const ProcessFigures::Now& process)
{
    text.only("process_cpu_seconds_total", "Processor time of the front, in seconds.",
        process.processor_seconds);
    text.only("process_resident_memory_bytes", "Resident memory of the front, in bytes.",
        process.resident_bytes);
    text.only("process_virtual_memory_bytes", "Virtual memory of the front, in bytes.",
        process.virtual_bytes);
    text.only("process_open_fds", "Open descriptors of the front.", process.descriptors);
    text.only("process_max_fds", "Descriptors that the front may have.", process.max_descriptors);
    text.only("process_start_time_seconds", "When the server started, in seconds since 1970.",
        process.started);
}

std::string metrics_text(const Metrics& metrics, const Counts& counts)
{
    MetricsText text;
    add_runs(text, metrics, counts);
    add_clients(text, metrics);
    text.only(
        "agentcli_state_bytes", "Bytes in the files of the state directory.", metrics.state_bytes);
    if (!metrics.webhooks.empty())
        add_webhooks(text, metrics);
    if (!metrics.spans.empty())
        add_spans(text, metrics);
    if (metrics.process)
        add_process(text, *metrics.process);
    return text.take();
}

}
