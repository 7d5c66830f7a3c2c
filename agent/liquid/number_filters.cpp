#include "agent/liquid/filters.hpp"
#include "agent/liquid/number.hpp"

#include <array>

namespace agent::liquid {

template<Operation operation>
static Value arithmetic(const Use& use)
{
    return computed(use.input, operation, use.argument(0));
}

static Value abs_filter(const Use& use) { return absolute(use.input); }
static Value ceil_filter(const Use& use) { return rounded_up(use.input); }
static Value floor_filter(const Use& use) { return rounded_down(use.input); }

static Value round_filter(const Use& use)
{
    return rounded(use.input, rounded_down(use.argument(0)).json->get<std::int64_t>());
}

static Value at_least(const Use& use)
{
    const Value limit = use.argument(0);
    return number_of(compared_numbers(use.input, limit) < 0 ? limit : use.input);
}

static Value at_most(const Use& use)
{
    const Value limit = use.argument(0);
    return number_of(compared_numbers(use.input, limit) > 0 ? limit : use.input);
}

std::span<const FilterRow> number_filters()
{
    static constexpr std::array rows {
        FilterRow {"plus", 1, 1, arithmetic<Operation::plus>},
        FilterRow {"minus", 1, 1, arithmetic<Operation::minus>},
        FilterRow {"times", 1, 1, arithmetic<Operation::times>},
        FilterRow {"divided_by", 1, 1, arithmetic<Operation::divided_by>},
        FilterRow {"modulo", 1, 1, arithmetic<Operation::modulo>},
        FilterRow {"abs", 0, 0, abs_filter},
        FilterRow {"ceil", 0, 0, ceil_filter},
        FilterRow {"floor", 0, 0, floor_filter},
        FilterRow {"round", 0, 1, round_filter},
        FilterRow {"at_least", 1, 1, at_least},
        FilterRow {"at_most", 1, 1, at_most},
    };
    return rows;
}

}
