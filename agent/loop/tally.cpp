#include "agent/loop/tally.hpp"

#include "agent/loop/tokens.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace agent::loop {

using namespace toolkit;

// Costs are printed with a precision of 1e-9.
static constexpr double parts_of_cost = 1e9;

// Adds the numbers in a usage to the sums. A sum never exceeds 2^53, up to which it is exact,
// whatever numbers the server sends.
static void sum_up(Json& sum, const Json& usage)
{
    static constexpr std::uint64_t most = 1ULL << 53U;
    for (const auto& [name, value] : usage.items()) {
        if (value.is_object())
            sum_up(sum[name], value);
        else if (value.is_number_unsigned())
            sum[name] = std::min(most,
                std::min(most, value.get<std::uint64_t>())
                    + (sum.contains(name) && sum[name].is_number_unsigned()
                            ? sum[name].get<std::uint64_t>()
                            : 0));
    }
}

void Tally::set_prices(const model::Prices& known, std::string usual)
{
    prices = known;
    usual_model = std::move(usual);
}

void Tally::add_message(const model::Reply& reply, double estimated_request)
{
    ++step_count;
    finish_reason = reply.finish_reason;
    add_reply(reply, estimated_request);
}

void Tally::add_cost(const model::Reply& reply, double estimated_request)
{
    const auto price = prices.find(reply.fallback.empty() ? usual_model : reply.fallback);
    if (price == prices.end()) {
        lacks_price = true;
        return;
    }
    Json counts = reply.usage.is_object() ? reply.usage : Json::object();
    const auto estimate = [&](const char* name, double tokens) {
        if (json::member(counts, name).is_number())
            return;
        counts[name] = tokens;
        has_estimated_cost = true;
    };
    estimate("prompt_tokens", estimated_request);
    estimate("completion_tokens", estimated_tokens_of(reply.message));
    money = money.value_or(0) + model::cost_of(counts, price->second);
}

std::optional<double> Tally::cost() const { return lacks_price ? std::nullopt : money; }

std::optional<double> Tally::rounded_cost() const
{
    const auto amount = cost();
    return amount ? std::optional(std::round(*amount * parts_of_cost) / parts_of_cost) : amount;
}

// Returns a number of the usage; nullopt if the server did not send it.
static std::optional<double> counted_in(const Json& usage, const char* name)
{
    const Json& count = json::member(usage, name);
    return count.is_number_unsigned()
        ? std::optional(std::min(count.get<double>(), model::max_tokens_counted))
        : std::nullopt;
}

void Tally::add_reply(const model::Reply& reply, double estimated_request)
{
    add_cost(reply, estimated_request);
    if (!reply.fallback.empty())
        fallen_to = reply.fallback;
    if (reply.usage.is_object())
        add_usage(reply.usage);
    if (!counted_in(reply.usage, "prompt_tokens")) {
        requests += estimated_request;
        has_estimated_request = true;
    }
    const auto counted = counted_in(reply.usage, "completion_tokens");
    tokens += counted.value_or(estimated_tokens_of(reply.message));
    has_estimate = has_estimate || !counted;
}

void Tally::add(const Tally& other)
{
    step_count += other.step_count;
    tokens += other.tokens;
    has_estimate = has_estimate || other.has_estimate;
    requests += other.requests;
    has_estimated_request = has_estimated_request || other.has_estimated_request;
    if (other.money)
        money = money.value_or(0) + *other.money;
    lacks_price = lacks_price || other.lacks_price;
    has_estimated_cost = has_estimated_cost || other.has_estimated_cost;
    if (other.usage.is_object())
        sum_up(usage, other.usage);
}

void Tally::add_usage(const Json& of_others)
{
    sum_up(usage, of_others);
    requests += counted_in(of_others, "prompt_tokens").value_or(0);
}

void Tally::add_result(const model::ToolCall& call, const calls::ToolAnswer& answer)
{
    made.push_back({static_cast<std::int64_t>(step_count), call.name});
    if (!answer.code.empty())
        made.back().code = answer.code;
}

void Tally::add_unrun(const std::vector<model::ToolCall>& calls)
{
    for (const auto& call : calls)
        made.push_back(
            {.step = static_cast<std::int64_t>(step_count), .tool = call.name, .not_run = true});
}

static Code code_of(const Stop& stop)
{
    if (stop.code)
        return *stop.code;
    switch (stop.reason) {
    case Reason::timed_out:
    case Reason::max_seconds: return Code::timed_out;
    case Reason::max_steps:
    case Reason::max_tool_calls:
    case Reason::max_total_tokens:
    case Reason::max_cost: return Code::too_large;
    case Reason::misused: return Code::bad_request;
    case Reason::content_filter: return Code::permission_denied;
    case Reason::repeated_call: return Code::conflict;
    case Reason::answered:
    case Reason::failed:
    case Reason::stdout_closed:
    case Reason::interrupted: break;
    }
    return Code::internal;
}

Stop stop_of_unpriced_reply(const Tally& tally, const std::string& limit)
{
    const std::string& model = tally.fallback();
    return {Reason::failed, "",
        "the model " + (model.empty() ? "" : text::in_quotes(model) + " ")
            + "that replied has no price, and " + limit + " needs one",
        "\"prices\": {\"MODEL\": {\"input\": N, \"output\": N}} in the config of the user"};
}

channel::TurnEnds Tally::end(const Stop& stop, int status) const
{
    channel::TurnEnds end {.exit_reason = name_of(stop.reason),
        .exit_status = status,
        .steps = static_cast<std::int64_t>(step_count),
        .calls = made,
        .usage = channel::Document(usage)};
    if (!finish_reason.empty())
        end.finish_reason = finish_reason;
    end.cost = rounded_cost();
    if (!fallen_to.empty())
        end.fallback = fallen_to;
    if (stop.reason == Reason::answered) {
        end.answer = stop.answer;
        return end;
    }
    end.error = channel::Failure {
        std::string(system::wire_name(code_of(stop))), text::printable(stop.error)};
    if (!stop.hint.empty())
        end.error->hint = text::printable(stop.hint);
    if (stop.retry_after)
        end.error->retry_after = stop.retry_after->count();
    return end;
}

}
