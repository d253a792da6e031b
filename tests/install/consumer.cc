// A C++ program of someone else, built against the installed library: the
// efficiency of 1, 2 and 4 workers is 1, 1/2 and 2/5.

#include <distml.h>

#include <cmath>
#include <iostream>
#include <memory>
#include <vector>

int main()
{
    std::unique_ptr<distml, void (*)(distml *)> model(distml_new(),
                                                      distml_free);
    const distml_setting settings[] = {
        { "gradient_size", "1 GB" },
        { "bandwidth", "10 GB/s" },
        { "scaling", "weak" },
    };
    std::vector<double> seen;
    auto take = [](distml *row, void *context) {
        double value = 0;
        bool read = distml_get_number(row, "efficiency", &value);

        static_cast<std::vector<double> *>(context)->push_back(value);
        return read;
    };
    bool done = model && distml_set_all(model.get(), settings, 3) &&
                distml_axis(model.get(), "workers", "1:4:x2") &&
                distml_sweep(model.get(), take, &seen) && seen.size() == 3 &&
                std::fabs(seen[0] - 1.0) < 1e-12 &&
                std::fabs(seen[1] - 0.5) < 1e-12 &&
                std::fabs(seen[2] - 0.4) < 1e-12;

    std::cout << (done ? distml_version() : distml_error(model.get())) << '\n';
    return !done;
}
