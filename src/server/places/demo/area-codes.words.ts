/** State | main city of the area | its point | area codes in service there. */
export const areaCodeRows = `
AL | Birmingham | 33.52 -86.80 | 205 659
AL | Huntsville | 34.73 -86.59 | 256 938
AL | Montgomery | 32.37 -86.30 | 334
AL | Mobile | 30.69 -88.04 | 251
AK | Anchorage | 61.22 -149.90 | 907
AZ | Phoenix | 33.45 -112.07 | 602
AZ | Mesa | 33.42 -111.82 | 480
AZ | Glendale | 33.54 -112.19 | 623
AZ | Tucson | 32.22 -110.93 | 520
AZ | Flagstaff | 35.20 -111.65 | 928
AR | Little Rock | 34.75 -92.29 | 501
AR | Jonesboro | 35.84 -90.70 | 870 327
AR | Fort Smith | 35.39 -94.40 | 479
CA | Los Angeles | 34.05 -118.24 | 213 323 738
CA | Santa Monica | 34.02 -118.49 | 310 424
CA | Burbank | 34.18 -118.31 | 818 747
CA | Pasadena | 34.15 -118.14 | 626
CA | Long Beach | 33.77 -118.19 | 562
CA | Anaheim | 33.84 -117.91 | 714 657
CA | Irvine | 33.67 -117.82 | 949
CA | Riverside | 33.95 -117.40 | 951
CA | San Bernardino | 34.11 -117.29 | 909 840
CA | San Diego | 32.72 -117.16 | 619 858
CA | Oceanside | 33.20 -117.38 | 760 442
CA | Bakersfield | 35.37 -119.02 | 661
CA | Santa Barbara | 34.42 -119.70 | 805 820
CA | Fresno | 36.75 -119.77 | 559
CA | San Jose | 37.34 -121.89 | 408 669
CA | San Mateo | 37.56 -122.33 | 650
CA | San Francisco | 37.77 -122.42 | 415 628
CA | Oakland | 37.80 -122.27 | 510 341
CA | Concord | 37.98 -122.03 | 925
CA | Santa Rosa | 38.44 -122.71 | 707 369
CA | Sacramento | 38.58 -121.49 | 916 279
CA | Redding | 40.59 -122.39 | 530
CA | Stockton | 37.96 -121.29 | 209 350
CA | Salinas | 36.68 -121.66 | 831
CO | Denver | 39.74 -104.98 | 303 720 983
CO | Fort Collins | 40.59 -105.08 | 970
CO | Colorado Springs | 38.83 -104.82 | 719
CT | Hartford | 41.76 -72.69 | 860 959
CT | New Haven | 41.31 -72.93 | 203 475
DE | Wilmington | 39.75 -75.55 | 302
DC | Washington | 38.90 -77.04 | 202 771
FL | Miami | 25.77 -80.19 | 305 786 645
FL | Fort Lauderdale | 26.12 -80.14 | 954 754
FL | West Palm Beach | 26.72 -80.05 | 561 728
FL | Orlando | 28.54 -81.38 | 407 689
FL | Melbourne | 28.08 -80.61 | 321
FL | Tampa | 27.95 -82.46 | 813 656
FL | St. Petersburg | 27.77 -82.68 | 727
FL | Fort Myers | 26.62 -81.84 | 239
FL | Sarasota | 27.34 -82.53 | 941
FL | Lakeland | 28.04 -81.95 | 863
FL | Jacksonville | 30.33 -81.66 | 904 324
FL | Gainesville | 29.65 -82.32 | 352
FL | Tallahassee | 30.44 -84.28 | 850 448
FL | Daytona Beach | 29.21 -81.02 | 386
FL | Port Saint Lucie | 27.29 -80.35 | 772
GA | Atlanta | 33.75 -84.39 | 404 470 678 943
GA | Marietta | 33.95 -84.55 | 770
GA | Macon | 32.84 -83.63 | 478
GA | Savannah | 32.08 -81.10 | 912
GA | Augusta | 33.47 -81.97 | 706
GA | Columbus | 32.46 -84.99 | 762
GA | Albany | 31.58 -84.16 | 229
HI | Honolulu | 21.31 -157.86 | 808
ID | Boise | 43.61 -116.20 | 208 986
IL | Chicago | 41.85 -87.65 | 312 773 872
IL | Evanston | 42.04 -87.69 | 847 224
IL | Aurora | 41.76 -88.32 | 630 331
IL | Joliet | 41.53 -88.08 | 815 779
IL | Cicero | 41.85 -87.75 | 708 464
IL | Peoria | 40.69 -89.59 | 309 861
IL | Springfield | 39.80 -89.64 | 217 447
IL | Belleville | 38.52 -89.98 | 618 730
IN | Indianapolis | 39.77 -86.16 | 317 463
IN | Fort Wayne | 41.13 -85.13 | 260
IN | Gary | 41.59 -87.35 | 219
IN | South Bend | 41.68 -86.25 | 574
IN | Lafayette | 40.42 -86.88 | 765
IN | Evansville | 37.97 -87.56 | 812 930
IA | Des Moines | 41.60 -93.61 | 515
IA | Cedar Rapids | 42.01 -91.64 | 319
IA | Davenport | 41.52 -90.58 | 563
IA | Sioux City | 42.50 -96.40 | 712
IA | Mason City | 43.15 -93.20 | 641
KS | Wichita | 37.69 -97.34 | 316
KS | Overland Park | 38.98 -94.67 | 913
KS | Topeka | 39.05 -95.68 | 785
KS | Hutchinson | 38.06 -97.93 | 620
KY | Louisville | 38.25 -85.76 | 502
KY | Lexington | 37.99 -84.48 | 859
KY | Bowling Green | 36.99 -86.44 | 270 364
KY | Ashland | 38.48 -82.64 | 606
LA | New Orleans | 29.95 -90.08 | 504
LA | Baton Rouge | 30.44 -91.19 | 225
LA | Shreveport | 32.53 -93.75 | 318
LA | Lafayette | 30.22 -92.02 | 337
LA | Houma | 29.60 -90.72 | 985
ME | Portland | 43.66 -70.26 | 207
MD | Baltimore | 39.29 -76.61 | 410 443 667
MD | Rockville | 39.08 -77.15 | 301 240 227
MA | Boston | 42.36 -71.06 | 617 857
MA | Lowell | 42.63 -71.32 | 978 351
MA | Worcester | 42.26 -71.80 | 508 774
MA | Waltham | 42.38 -71.24 | 781 339
MA | Springfield | 42.10 -72.59 | 413
MI | Detroit | 42.33 -83.05 | 313 679
MI | Troy | 42.61 -83.15 | 248 947
MI | Warren | 42.49 -83.01 | 586
MI | Ann Arbor | 42.28 -83.74 | 734
MI | Flint | 43.01 -83.69 | 810
MI | Grand Rapids | 42.96 -85.67 | 616
MI | Lansing | 42.73 -84.56 | 517
MI | Saginaw | 43.42 -83.95 | 989
MI | Kalamazoo | 42.29 -85.59 | 269
MI | Traverse City | 44.76 -85.62 | 231
MI | Marquette | 46.54 -87.40 | 906
MN | Minneapolis | 44.98 -93.26 | 612
MN | Saint Paul | 44.94 -93.09 | 651
MN | Bloomington | 44.84 -93.30 | 952
MN | Brooklyn Park | 45.09 -93.36 | 763
MN | Rochester | 44.02 -92.47 | 507 924
MN | Saint Cloud | 45.56 -94.16 | 320
MN | Duluth | 46.78 -92.11 | 218
MS | Jackson | 32.30 -90.18 | 601 769
MS | Biloxi | 30.40 -88.89 | 228
MS | Tupelo | 34.26 -88.70 | 662
MO | St. Louis | 38.63 -90.20 | 314 557
MO | Kansas City | 39.10 -94.58 | 816 975
MO | Springfield | 37.22 -93.30 | 417
MO | Columbia | 38.95 -92.33 | 573 235
MO | Saint Charles | 38.78 -90.48 | 636
MO | Sedalia | 38.70 -93.23 | 660
MT | Billings | 45.78 -108.50 | 406
NE | Omaha | 41.26 -95.94 | 402 531
NE | Grand Island | 40.93 -98.34 | 308
NV | Las Vegas | 36.17 -115.14 | 702 725
NV | Reno | 39.53 -119.81 | 775
NH | Manchester | 43.00 -71.45 | 603
NJ | Jersey City | 40.73 -74.08 | 201 551
NJ | Newark | 40.74 -74.17 | 973 862
NJ | New Brunswick | 40.49 -74.45 | 732 848
NJ | Elizabeth | 40.66 -74.21 | 908
NJ | Trenton | 40.22 -74.74 | 609 640
NJ | Camden | 39.93 -75.12 | 856
NM | Albuquerque | 35.08 -106.65 | 505
NM | Las Cruces | 32.31 -106.78 | 575
NY | New York | 40.71 -74.01 | 212 646 332 917
NY | Brooklyn | 40.65 -73.95 | 718 347 929
NY | Hempstead | 40.71 -73.62 | 516 363
NY | Brentwood | 40.78 -73.25 | 631 934
NY | Yonkers | 40.93 -73.90 | 914
NY | Poughkeepsie | 41.70 -73.92 | 845
NY | Albany | 42.65 -73.76 | 518 838
NY | Syracuse | 43.05 -76.15 | 315 680
NY | Rochester | 43.15 -77.62 | 585
NY | Buffalo | 42.89 -78.88 | 716 624
NY | Binghamton | 42.10 -75.92 | 607
NC | Charlotte | 35.23 -80.84 | 704 980
NC | Raleigh | 35.77 -78.64 | 919 984
NC | Greensboro | 36.07 -79.79 | 336 743
NC | Fayetteville | 35.05 -78.88 | 910 472
NC | Greenville | 35.61 -77.37 | 252
NC | Asheville | 35.60 -82.55 | 828
ND | Fargo | 46.88 -96.79 | 701
OH | Cleveland | 41.50 -81.70 | 216
OH | Akron | 41.08 -81.52 | 330 234
OH | Lorain | 41.45 -82.18 | 440 436
OH | Columbus | 39.96 -83.00 | 614 380
OH | Cincinnati | 39.13 -84.51 | 513 283
OH | Dayton | 39.76 -84.19 | 937 326
OH | Toledo | 41.66 -83.56 | 419 567
OH | Zanesville | 39.94 -82.01 | 740 220
OK | Oklahoma City | 35.47 -97.52 | 405 572
OK | Tulsa | 36.15 -95.99 | 918 539
OK | Lawton | 34.61 -98.39 | 580
OR | Portland | 45.52 -122.68 | 503 971
OR | Eugene | 44.05 -123.09 | 541 458
PA | Philadelphia | 39.95 -75.16 | 215 267 445
PA | King of Prussia | 40.09 -75.40 | 610 484 835
PA | Pittsburgh | 40.44 -80.00 | 412 878
PA | Greensburg | 40.30 -79.54 | 724
PA | Harrisburg | 40.27 -76.88 | 717 223
PA | Scranton | 41.41 -75.66 | 570 272
PA | Erie | 42.13 -80.09 | 814 582
RI | Providence | 41.82 -71.41 | 401
SC | Columbia | 34.00 -81.03 | 803 839
SC | Charleston | 32.78 -79.93 | 843 854
SC | Greenville | 34.85 -82.39 | 864 821
SD | Sioux Falls | 43.55 -96.70 | 605
TN | Nashville | 36.17 -86.78 | 615 629
TN | Memphis | 35.15 -90.05 | 901
TN | Knoxville | 35.96 -83.92 | 865
TN | Chattanooga | 35.05 -85.31 | 423
TN | Clarksville | 36.53 -87.36 | 931
TN | Jackson | 35.61 -88.81 | 731
TX | Houston | 29.76 -95.36 | 713 281 832 346 621
TX | Dallas | 32.78 -96.81 | 214 469 972 945
TX | Fort Worth | 32.73 -97.32 | 817 682
TX | Austin | 30.27 -97.74 | 512 737
TX | San Antonio | 29.42 -98.49 | 210 726
TX | New Braunfels | 29.70 -98.12 | 830
TX | El Paso | 31.76 -106.49 | 915
TX | Corpus Christi | 27.80 -97.40 | 361
TX | McAllen | 26.20 -98.23 | 956
TX | Lubbock | 33.58 -101.86 | 806
TX | Abilene | 32.45 -99.73 | 325
TX | Midland | 32.00 -102.08 | 432
TX | Wichita Falls | 33.91 -98.49 | 940
TX | Waco | 31.55 -97.15 | 254
TX | Tyler | 32.35 -95.30 | 903 430
TX | Beaumont | 30.09 -94.10 | 409
TX | College Station | 30.63 -96.33 | 979
TX | Conroe | 30.31 -95.46 | 936
UT | Salt Lake City | 40.76 -111.89 | 801 385
UT | Saint George | 37.10 -113.58 | 435
VT | Burlington | 44.48 -73.21 | 802
VA | Arlington | 38.88 -77.10 | 703 571
VA | Richmond | 37.55 -77.46 | 804 686
VA | Norfolk | 36.85 -76.29 | 757 948
VA | Roanoke | 37.27 -79.94 | 540 826
VA | Lynchburg | 37.41 -79.14 | 434
VA | Bristol | 36.60 -82.19 | 276
WA | Seattle | 47.61 -122.33 | 206
WA | Bellevue | 47.61 -122.20 | 425
WA | Tacoma | 47.25 -122.44 | 253
WA | Spokane | 47.66 -117.43 | 509
WA | Olympia | 47.04 -122.90 | 360 564
WV | Charleston | 38.35 -81.63 | 304 681
WI | Milwaukee | 43.04 -87.91 | 414
WI | Waukesha | 43.01 -88.23 | 262
WI | Madison | 43.07 -89.40 | 608 353
WI | Green Bay | 44.52 -88.02 | 920 274
WI | Eau Claire | 44.81 -91.50 | 715 534
WY | Cheyenne | 41.14 -104.82 | 307
`
