#include "catch.hpp"

#include "agent/liquid/number.hpp"

#include <string>
#include <vector>

using namespace agent::liquid;

TEST_CASE("decimal numbers are computed exactly")
{
    struct Row {
        std::string left;
        Operation operation;
        std::string right;
        std::string result;
    };
    const std::vector<Row> rows {
        {"0.1", Operation::plus, "0.2", "0.3"},
        {"10.1", Operation::minus, "2.2", "7.9"},
        {"100000.1", Operation::minus, "100000", "0.1"},
        {"0.1234567890123", Operation::times, "0.1234567890123", "0.015241578753227559"},
        {"1.1", Operation::divided_by, "0.1", "11.0"},
        {"20", Operation::divided_by, "7.0", "2.857142857142857"},
        {"-7.5", Operation::divided_by, "2", "-3.75"},
        {"1e-17", Operation::times, "3.0",
            "3.0"}, // a text counts as the integer that it begins with
        {"0.00000000001", Operation::divided_by, "3.0", "3.333333333333333e-12"},
        {"10.1", Operation::modulo, "7.0", "3.1"},
        {"-10.1", Operation::modulo, "7.0", "3.9"},
        {"-7", Operation::modulo, "3", "2"},
        {"123456789012345678.5", Operation::plus, "0.25", "1.2345678901234568e+17"},
        {"1234567890123456789012345.5", Operation::plus, "1.0", "1.2345678901234568e+24"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.left, row.right);
        CHECK(
            text_of(computed(made_of(row.left), row.operation, made_of(row.right))) == row.result);
    }
}

TEST_CASE("numbers are rounded")
{
    const auto text
        = [](double number, int digits) { return text_of(rounded(made_of(number), digits)); };
    CHECK(text(5.666, 1) == "5.7");
    CHECK(text(1.005, 2) == "1.01");
    CHECK(text(-2.5, 0) == "-3");
    CHECK(text(155.5, -1) == "160");
    CHECK(text(5.666, -2) == "0");
    CHECK(text(1e300, 3) == "1.0e+300");
    CHECK(text_of(rounded_up(made_of(-5.1))) == "-5");
    CHECK(text_of(rounded_down(made_of("-5.1"))) == "-6");
    CHECK_THROWS_AS(rounded_up(made_of(1e300)), toolkit::ToolError);
    CHECK(text_of(absolute(made_of("-5.10"))) == "5.1");
    CHECK(number_text(1e16) == "1.0e+16");
    CHECK(number_text(1e15) == "1000000000000000.0");
    CHECK(number_text(0.0001) == "0.0001");
    CHECK(number_text(0.00001) == "1.0e-05");
}
