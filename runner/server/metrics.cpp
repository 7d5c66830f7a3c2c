#include "runner/server/metrics.hpp"

#include <utility>

namespace runner::server {

namespace {

class MetricsText {
public:
    void begin(std::string named, const char* type, const char* help)
    {
        name = "agentcli_" + std::move(named);
        text += "# HELP " + name + " " + help + "\n# TYPE " + name + " " + type + "\n";
    }

    void add(std::uint64_t value) { text += name + " " + std::to_string(value) + "\n"; }

    void add(const char* label, const std::string& of, std::uint64_t value)
    {
        text += name + "{" + label + "=\"" + of + "\"} " + std::to_string(value) + "\n";
    }

    std::string take() { return std::move(text); }

private:
    std::string name;
    std::string text;
};

}

std::string metrics_text(const Metrics& metrics)
{
    MetricsText text;
    text.begin("runs", "gauge", "Runs that are kept, by state.");
    for (const auto& [state, count] : metrics.runs)
        text.add("state", state, count);
    text.begin("runs_started_total", "counter", "Runs that got a worker.");
    text.add(metrics.started);
    text.begin("runs_ended_total", "counter", "Runs that have ended, by exit reason.");
    for (const auto& [reason, count] : metrics.ended)
        text.add("reason", reason, count);
    text.begin("connections", "gauge", "Connections that are open.");
    text.add(metrics.connections);
    text.begin("streams", "gauge", "Readers of events.");
    text.add(metrics.streams);
    text.begin("state_bytes", "gauge", "Bytes in the files of the state directory.");
    text.add(metrics.state_bytes);
    text.begin("requests_refused_total", "counter",
        "Requests that were answered with an error, by status.");
    for (const auto& [status, count] : metrics.refused)
        text.add("status", std::to_string(status), count);
    return text.take();
}

}
