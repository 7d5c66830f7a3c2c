#include "frontends/workflow/cost.hpp"

#include "frontends/workflow/plan.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace frontends::workflow {

using namespace runner;

static std::int64_t in_parts(double cost)
{
    return std::llround(std::clamp(cost, 0.0, max_cost) * parts_of_cost);
}

std::int64_t cost_of(const loop::Tally& tally) { return in_parts(tally.cost().value_or(0)); }

void count_agent(const std::string& answer, Limits& limits)
try {
    const Json fields = json::parse_bounded(answer);
    const Json& usage = json::member(fields, "usage");
    const auto tokens = [&](const char* name) {
        const Json& count = json::member(usage, name);
        return count.is_number_unsigned() ? std::min(count.get<double>(), model::max_tokens_counted)
                                          : 0;
    };
    const Json& cost = json::member(fields, "cost");
    limits.count_agent(
        static_cast<std::int64_t>(tokens("prompt_tokens") + tokens("completion_tokens")),
        cost.is_number() ? in_parts(cost.get<double>()) : 0);
} catch (const ToolError&) { // the answer was cut
}

std::optional<loop::Stop> stop_of_unknown_cost(const loop::Tally& tally)
{
    if (tally.has_unpriced_reply())
        return loop::stop_of_unpriced_reply(tally, "'limits.cost'");
    if (!tally.is_estimated())
        return std::nullopt;
    return loop::Stop {loop::Reason::failed, "",
        "the server has not counted the tokens of a reply, and 'limits.cost' needs them",
        "limits.tokens takes an estimate for such a reply"};
}

std::function<std::optional<loop::Stop>(const loop::Tally&)> cost_limit(const Limits& limits)
{
    return [&limits](const loop::Tally& tally) -> std::optional<loop::Stop> {
        if (auto stop = stop_of_unknown_cost(tally))
            return stop;
        const auto left = limits.cost_left();
        if (!left || cost_of(tally) < *left)
            return std::nullopt;
        return loop::Stop {loop::Reason::max_total_tokens, "",
            "no answer, and the replies have cost what 'limits.cost' allows", "it allows more"};
    };
}

namespace {

class MissingPrices {
public:
    MissingPrices(const Pricing& pricing, const std::string& file)
        : pricing(pricing)
        , file(file)
    {
    }

    void look(const Chosen& chosen)
    {
        const auto look_at = [&](const Step& step) {
            if (step.kind == Kind::llm)
                judge(step, chosen);
        };
        for_each_step(chosen.workflow->steps(), look_at);
        for_each_step(chosen.workflow->final_steps(), look_at);
    }
    Problems take() { return std::move(problems); }

private:
    void judge(const Step& step, const Chosen& chosen)
    {
        if (!seen.insert(&step).second)
            return;
        const Workflow& workflow = *chosen.workflow;
        const Agent* const agent = pricing.agents.of(step, workflow);
        const std::string& fallback
            = agent == nullptr ? pricing.usual.fallback : agent->config.chat.fallback;
        require(model_of(step, workflow, pricing.agents, pricing.usual.model), step, chosen);
        if (!fallback.empty())
            require(fallback, step, chosen);
    }

    void require(const std::string& model, const Step& step, const Chosen& chosen)
    {
        if (pricing.prices.contains(model))
            return;
        const std::string& path = chosen.file->file.path;
        add(problems, step.work().place,
            (path == file ? "" : path + ": ") + "'limits.cost' needs a price of "
                + (model.empty() ? "the model" : "the model " + text::in_quotes(model)),
            "\"prices\": {\"" + text::printable(model.empty() ? "MODEL" : model)
                + "\": {\"input\": N, \"output\": N}} in the config of the user");
    }

    const Pricing& pricing;
    const std::string& file;
    std::set<const Step*> seen;
    Problems problems;
};

}

Problems lacking_prices(const Chosen& chosen, Library& library, const Pricing& pricing)
{
    MissingPrices missing(pricing, chosen.file->file.path);
    for (const auto& one : all_called_by(chosen, library)) {
        const Block* const limits = one.workflow->fields.block("limits");
        if (limits == nullptr || limits->find("cost") == nullptr)
            continue;
        for (const auto& called : all_called_by(one, library))
            missing.look(called);
    }
    return missing.take();
}

}
