#include "agent/mcp/http_stream.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace agent::mcp {

static constexpr std::size_t max_other_body = 64 << 10; // for other content types
static constexpr int max_attempts = 5;
// Minimum delay, used even if the server requests a shorter one.
static constexpr std::chrono::milliseconds min_delay {250};
// Maximum delay, unless the server requests a longer one.
static constexpr std::chrono::milliseconds max_delay {30'000};

void HttpStream::begin(std::unique_ptr<web::WebExchange> exchange)
{
    now = std::move(exchange);
    next.reset();
    reader.reset();
    document.clear();
}

bool HttpStream::begin_later()
{
    if (is_request() && attempts >= max_attempts)
        return false;
    ++attempts;
    now.reset();
    const auto first = std::max(delay, min_delay);
    const auto growing
        = first * (1U << static_cast<unsigned>(std::min(attempts, max_attempts) - 1));
    next = Clock::now() + std::max(first, std::min<std::chrono::milliseconds>(growing, max_delay));
    is_resumed = true;
    return true;
}

static std::string type_of(const web::WebExchange& exchange)
{
    const std::string type = exchange.field("content-type");
    return text::in_lower_case(text::stripped(std::string_view(type).substr(0, type.find(';'))));
}

bool HttpStream::is_events() const
{
    return has_head() && now->status() == 200 && type_of(*now) == "text/event-stream";
}

bool HttpStream::is_document() const { return has_head() && type_of(*now) == "application/json"; }

void HttpStream::take(const std::string& bytes)
{
    if (is_events()) {
        if (!reader)
            reader.emplace();
        auto more = reader->add(bytes);
        if (!more.empty())
            attempts = 0;
        std::move(more.begin(), more.end(), std::back_inserter(events));
        if (!reader->last_id().empty())
            last = reader->last_id();
        delay = reader->retry().value_or(delay);
        return;
    }
    const std::size_t most = is_request() && is_document() ? Wire::max_line : max_other_body;
    document += bytes.substr(0, most - std::min(most, document.size()));
    if (document.size() == Wire::max_line)
        throw ToolError(Code::too_large,
            "its answer is larger than " + std::to_string(Wire::max_line >> 20) + " MiB");
}

std::optional<std::string> HttpStream::take_document()
{
    if (is_taken || !is_over() || now->failure() || !is_document() || now->status() != 200)
        return std::nullopt;
    is_taken = true;
    return std::move(document);
}

std::vector<model::Event> HttpStream::take_events() { return std::exchange(events, {}); }

void HttpStream::watch(system::Watch& watch) const
{
    if (now)
        now->watch(watch);
    if (next)
        watch.until(*next);
    if (deadline)
        watch.until(*deadline);
}

void HttpStream::step()
{
    if (!now || too_large)
        return;
    now->step();
    try {
        if (now->has_head())
            take(now->take_body());
    } catch (const ToolError& error) {
        too_large = error;
    }
}

}
