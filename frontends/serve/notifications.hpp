#pragma once

#include "frontends/serve/metrics.hpp"
#include "frontends/serve/outbox.hpp"
#include "frontends/serve/run_spans.hpp"
#include "frontends/serve/settings.hpp"
#include "frontends/serve/trace_batches.hpp"
#include "frontends/serve/webhooks.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace frontends::serve {

// Reports runs by the sender: their ends as webhooks, and their spans to a collector. Does nothing
// if nothing is configured.
class Notifications {
public:
    using Report = std::function<void(const std::string& text)>;

    // `sender` is the socket of the sender, or a closed File if it does not run.
    Notifications(const Settings& settings, const File& state, File sender, Report report);

    // Must be called when a run ends, before its end is stored. `run` is as Run::shown() returns
    // it.
    void end_run(const Json& run);

    // Must be called for a run that an earlier server has left and that continues: that server may
    // have stored the webhook without the end.
    void continue_run(const std::string& id);

    // Returns an object for the spans of a run; null if no traces are configured. `profile` and
    // `trace_parent` are the name of its profile and the header traceparent of its request. This
    // object must outlive it.
    std::unique_ptr<RunSpans> new_spans(
        const std::string& profile, const std::string& trace_parent);

    // Sends the spans without waiting for a whole batch. Returns true if posts are under way, or
    // spans wait to be sent.
    bool flush();

    // Returns true if something is to be sent, now or later.
    bool has_pending() const;

    void add_to(Metrics& metrics) const;

    void watch(system::Watch& watch) const;
    void step();

private:
    Report report;
    Outbox outbox;
    std::optional<Webhooks> webhooks;
    std::optional<TraceBatches> traces;
};

}
