#include "frontends/serve/trace_batches.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace frontends::serve {

using namespace std::chrono_literals;

static constexpr std::size_t max_spans_pending = 4096;
static constexpr std::size_t max_bytes_pending = 8 << 20;
static constexpr std::size_t max_batch_spans = 256;
static constexpr std::size_t max_batch_bytes = 48 << 10;
static constexpr auto time_of_batch = 2s; // from its first span

void TraceBatches::add(const Json& span)
{
    std::string text = span.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (!outbox.is_open() || spans.size() >= max_spans_pending
        || bytes + text.size() > max_bytes_pending || text.size() > max_batch_bytes) {
        ++dropped_count;
        return;
    }
    if (spans.empty())
        flushes_at = std::min(flushes_at, Clock::now() + time_of_batch);
    bytes += text.size();
    spans.push_back(std::move(text));
    if (spans.size() >= max_batch_spans || bytes >= max_batch_bytes)
        flush();
}

void TraceBatches::watch(system::Watch& watch) const
{
    if (!outbox.is_open() || is_posted)
        return;
    if (under_way > 0)
        watch.until(retries_at);
    else if (!spans.empty())
        watch.until(flushes_at);
}

void TraceBatches::step()
{
    if (!outbox.is_open() || is_posted)
        return;
    if (under_way == 0 && !spans.empty() && Clock::now() >= flushes_at)
        begin_batch();
    if (under_way > 0 && Clock::now() >= retries_at)
        post();
}

void TraceBatches::begin_batch()
{
    batch = R"({"resourceSpans":[{"resource":{"attributes":[)"
            R"({"key":"service.name","value":{"stringValue":"agentcli"}},)"
            R"({"key":"service.version","value":{"stringValue":")" AGENTCLI_VERSION R"("}}]},)"
            R"("scopeSpans":[{"scope":{"name":"agentcli","version":")" AGENTCLI_VERSION
            R"("},"spans":[)";
    const std::size_t head = batch.size();
    while (!spans.empty() && under_way < max_batch_spans
        && batch.size() + spans.front().size() <= head + max_batch_bytes + under_way) {
        batch += (under_way == 0 ? "" : ",") + spans.front();
        bytes -= spans.front().size();
        spans.pop_front();
        ++under_way;
    }
    batch += "]}]}]}";
    attempts = 0;
    retries_at = {};
    flushes_at = spans.empty() ? Clock::time_point::max() : Clock::now();
}

void TraceBatches::post()
{
    is_posted = true;
    ++attempts;
    outbox.post(To::traces, {}, batch, [this](const Outbox::Result& result) { finish(result); });
}

void TraceBatches::end_batch(std::uint64_t& count)
{
    count += std::exchange(under_way, 0);
    batch.clear();
}

// Repeats what the protocol allows to repeat: 429, 502, 503, 504, and requests without a response.
void TraceBatches::finish(const Outbox::Result& result)
{
    constexpr std::array retryable {0, 429, 502, 503, 504};
    constexpr std::size_t max_attempts = 5;
    constexpr std::chrono::seconds max_delay = 30s;
    is_posted = false;
    if (result.is_success())
        return end_batch(sent_count);
    const bool may_pass
        = std::find(retryable.begin(), retryable.end(), result.status) != retryable.end();
    if (!may_pass || attempts >= max_attempts)
        return end_batch(dropped_count);
    const std::chrono::seconds asked_for(result.retry_after);
    retries_at = Clock::now()
        + std::clamp(asked_for, std::chrono::seconds(1 << (attempts - 1)), max_delay);
}

}
