#include "frontends/serve/notifications.hpp"

#include "runner/terminal/output.hpp"
#include "toolkit/system/error.hpp"

#include <utility>

namespace frontends::serve {

Notifications::Notifications(
    const Settings& settings, const File& state, File sender, Report report)
    : report(std::move(report))
    , outbox(std::move(sender))
{
    if (settings.has_webhook)
        webhooks.emplace(state, outbox, settings.webhook_delays, this->report);
    if (settings.has_traces)
        traces.emplace(outbox);
}

void Notifications::end_run(const Json& run)
{
    if (webhooks)
        webhooks->add(run);
}

void Notifications::continue_run(const std::string& id)
{
    if (webhooks)
        webhooks->withdraw(id);
}

std::unique_ptr<RunSpans> Notifications::new_spans(
    const std::string& profile, const std::string& trace_parent)
{
    if (!traces)
        return nullptr;
    return std::make_unique<RunSpans>(
        profile, trace_parent_in(trace_parent), [this](const Json& span) { traces->add(span); });
}

bool Notifications::flush()
{
    if (!outbox.is_open())
        return false;
    if (traces)
        traces->flush();
    return outbox.under_way() > 0 || (traces && traces->pending() > 0);
}

bool Notifications::has_pending() const
{
    return outbox.is_open()
        && (outbox.under_way() > 0 || (webhooks && webhooks->pending() > 0)
            || (traces && traces->pending() > 0));
}

void Notifications::add_to(Metrics& metrics) const
{
    if (webhooks)
        metrics.webhooks = {{"delivered", webhooks->delivered()}, {"failed", webhooks->given_up()}};
    if (webhooks)
        metrics.webhooks_pending = webhooks->pending();
    if (traces)
        metrics.spans = {{"dropped", traces->dropped()}, {"sent", traces->sent()}};
}

void Notifications::watch(system::Watch& watch) const
{
    outbox.watch(watch);
    if (webhooks)
        webhooks->watch(watch);
    if (traces)
        traces->watch(watch);
}

void Notifications::step()
try {
    outbox.step();
    if (webhooks)
        webhooks->step();
    if (traces)
        traces->step();
    outbox.step(); // what has been added
} catch (const ToolError& error) {
    report(terminal::one_line(error));
}

}
