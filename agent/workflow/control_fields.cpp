#include "agent/workflow/field_shape.hpp"

namespace agent::workflow {

std::vector<FieldRow> fields_of_items()
{
    using enum Shape;
    constexpr Owner own = Owner::foreach;
    return {
        {.owner = own,
            .name = "items",
            .shape = any,
            .fill = Fill::value,
            .help = "a list of items"},
        {.owner = own,
            .name = "lines",
            .shape = line,
            .fill = Fill::element,
            .help = "a file of the workspace, each line an item"},
        {.owner = own,
            .name = "ndjson",
            .shape = line,
            .fill = Fill::element,
            .help = "a file of the workspace, each line an item in JSON"},
        {.owner = own,
            .name = "matrix",
            .shape = named_values,
            .fill = Fill::value,
            .help = "lists by name: an item for each combination, such as {os: linux, node: 22}"},
    };
}

std::vector<FieldRow> fields_of_foreach()
{
    using enum Shape;
    constexpr Owner own = Owner::foreach;
    return {
        {.owner = own,
            .name = "as",
            .shape = line,
            .help = "the name of the item in templates",
            .preset = "item"},
        {.owner = own,
            .name = "key",
            .shape = line,
            .fill = Fill::text,
            .help = "what a resumed run knows the item by",
            .preset = "SHA-256 of the item"},
        {.owner = own,
            .name = "parallel",
            .shape = count,
            .help = "how many items at once",
            .preset = "1",
            .min = 1,
            .max = 10'000},
        {.owner = own,
            .name = "shard",
            .shape = boolean,
            .help = "--shard divides the items",
            .preset = "false"},
        {.owner = own,
            .name = "max_failed",
            .shape = count,
            .help = "it fails if more items have failed",
            .preset = "0"},
        {.owner = own,
            .name = "stop_early",
            .shape = boolean,
            .help = "it fails at once then",
            .preset = "false"},
    };
}

std::vector<FieldRow> fields_of_results()
{
    using enum Shape;
    constexpr Owner own = Owner::foreach;
    return {
        {.owner = own,
            .name = "collect",
            .shape = boolean,
            .help = "its output has the results, not only the file of them",
            .preset = "true"},
        {.owner = own,
            .name = "steps",
            .shape = steps,
            .help = "what is done for each item",
            .is_required = true},
        {.owner = own,
            .name = "result",
            .shape = any,
            .fill = Fill::value,
            .help = "the output of an item; by default that of its last step"},
    };
}

std::vector<FieldRow> fields_of_parallel()
{
    using enum Shape;
    return {
        {.owner = Owner::parallel,
            .name = "branches",
            .shape = named_steps,
            .help = "the branches, by name"},
        {.owner = Owner::parallel,
            .name = "steps",
            .shape = steps,
            .help = "in place of branches: steps of which each begins when those in its 'needs' "
                    "have ended"},
        {.owner = Owner::parallel,
            .name = "max",
            .shape = count,
            .help = "how many branches at once",
            .min = 1,
            .max = 10'000},
        {.owner = Owner::parallel,
            .name = "fail_fast",
            .shape = boolean,
            .help = "the first branch that fails ends the others",
            .preset = "true"},
    };
}

std::vector<FieldRow> fields_of_once()
{
    return {
        {.owner = Owner::once,
            .name = "repeat_on",
            .shape = Shape::counts,
            .help = "exit statuses that mean that it was not done, and may be repeated",
            .min = 1,
            .max = 255,
            .is_required = true},
    };
}

std::vector<FieldRow> fields_of_repeat()
{
    using enum Shape;
    constexpr Owner own = Owner::repeat;
    return {
        {.owner = own,
            .name = "max",
            .shape = count,
            .help = "how often the steps are done at most",
            .min = 1,
            .max = 1000,
            .is_required = true},
        {.owner = own,
            .name = "until",
            .shape = text,
            .fill = Fill::condition,
            .help = "an expression; the steps are done again as long as it is false",
            .is_required = true},
        {.owner = own,
            .name = "steps",
            .shape = steps,
            .help = "what is done each time",
            .is_required = true},
    };
}

std::vector<FieldRow> fields_of_retry()
{
    using enum Shape;
    return {
        {.owner = Owner::retry,
            .name = "max",
            .shape = count,
            .help = "how often it is tried again",
            .min = 0,
            .max = 1000,
            .is_required = true},
        {.owner = Owner::retry,
            .name = "when",
            .shape = text,
            .fill = Fill::condition,
            .help = "an expression with result; false ends the tries"},
        {.owner = Owner::retry,
            .name = "backoff",
            .shape = block,
            .help = "the pauses",
            .block = Owner::backoff},
    };
}

std::vector<FieldRow> fields_of_backoff()
{
    using enum Shape;
    return {
        {.owner = Owner::backoff,
            .name = "base_ms",
            .shape = count,
            .help = "the first pause",
            .preset = "500",
            .max = 86'400'000},
        {.owner = Owner::backoff,
            .name = "factor",
            .shape = number,
            .help = "each pause is so much longer than the one before",
            .preset = "2",
            .min = 1,
            .max = 100},
        {.owner = Owner::backoff,
            .name = "jitter_ms",
            .shape = count,
            .help = "up to so much more, at random",
            .preset = "250",
            .max = 86'400'000},
        {.owner = Owner::backoff,
            .name = "max_ms",
            .shape = count,
            .help = "no pause is longer",
            .preset = "60000",
            .max = 86'400'000},
    };
}

}
