#include "frontends/serve/counts.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/members.hpp"

#include <algorithm>

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

// What a model's server says is no number to rely on, so one reply counts for no more than `most`.
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

}
